CREATE TABLE `asset_metadata` (
	`asset_id` integer NOT NULL,
	`field_code` text NOT NULL,
	`value_code` text NOT NULL,
	PRIMARY KEY(`asset_id`, `field_code`, `value_code`),
	FOREIGN KEY (`asset_id`) REFERENCES `assets`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`field_code`,`value_code`) REFERENCES `metadata_values`(`field_code`,`code`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `asset_metadata_value` ON `asset_metadata` (`field_code`,`value_code`,`asset_id`);--> statement-breakpoint
CREATE TABLE `content_metadata` (
	`content_id` integer NOT NULL,
	`field_code` text NOT NULL,
	`value_code` text NOT NULL,
	PRIMARY KEY(`content_id`, `field_code`, `value_code`),
	FOREIGN KEY (`content_id`) REFERENCES `portal_contents`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`field_code`,`value_code`) REFERENCES `metadata_values`(`field_code`,`code`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `content_metadata_value` ON `content_metadata` (`field_code`,`value_code`,`content_id`);--> statement-breakpoint
CREATE TABLE `__new_approval_objects` (
	`approval_id` integer NOT NULL,
	`object_id` integer NOT NULL,
	`asset_id` integer,
	PRIMARY KEY(`approval_id`, `object_id`),
	FOREIGN KEY (`approval_id`) REFERENCES `approvals`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`asset_id`) REFERENCES `assets`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
INSERT INTO `__new_approval_objects`("approval_id", "object_id", "asset_id") SELECT "approval_id", "asset_id", "asset_id" FROM `approval_objects`;--> statement-breakpoint
DROP TABLE `approval_objects`;--> statement-breakpoint
ALTER TABLE `__new_approval_objects` RENAME TO `approval_objects`;--> statement-breakpoint
CREATE INDEX `approval_objects_object` ON `approval_objects` (`object_id`,`approval_id`);--> statement-breakpoint
ALTER TABLE `sub_resources` ADD `thumbnail_asset_id` integer;--> statement-breakpoint
ALTER TABLE `sub_resources` ADD `icon_asset_id` integer;--> statement-breakpoint
ALTER TABLE `sub_resources` ADD `dam_id` integer;--> statement-breakpoint
ALTER TABLE `sub_resources` ADD `analysis_asset_ids` text;--> statement-breakpoint
ALTER TABLE `collections` ADD `archive_path` text;--> statement-breakpoint
CREATE INDEX `collections_archive` ON `collections` (`archive_path`,`id`);--> statement-breakpoint
ALTER TABLE `users` ADD `role` text DEFAULT 'editor' NOT NULL;--> statement-breakpoint
UPDATE `users` SET `role` = 'administrator' WHERE `is_admin` = 1;--> statement-breakpoint
ALTER TABLE `users` DROP COLUMN `is_admin`;--> statement-breakpoint
-- fold_case, parent_path and archive_id are functions of the program (src/db/migration-functions.ts).
INSERT INTO `collections` (`id`, `parent_id`, `root_id`, `name`, `name_folded`, `description`, `belong_id`, `status`, `create_user`, `update_user`, `created_at_ms`, `updated_at_ms`, `item_count`, `archive_path`)
SELECT archive_id(`g`.`id`), coalesce(archive_id(`parent`.`id`), 0), archive_id(`g`.`root_id`), `g`.`name`, fold_case(`g`.`name`), NULL, `owner`.`id`, 0, `owner`.`id`, `owner`.`id`, `owner`.`created_at_ms`, `owner`.`created_at_ms`, 0, `g`.`path`
FROM `archive_groups` AS `g`
LEFT JOIN `archive_groups` AS `parent` ON `parent`.`path` = parent_path(`g`.`path`)
JOIN (SELECT `id`, `created_at_ms` FROM `users` ORDER BY `is_app_owner` DESC, `id` LIMIT 1) AS `owner`;
--> statement-breakpoint
INSERT INTO `collection_ancestors` (`collection_id`, `ancestor_id`)
WITH RECURSIVE `upwards` (`id`, `ancestor_id`) AS (
	SELECT `id`, `id` FROM `collections` WHERE `archive_path` IS NOT NULL
	UNION ALL
	SELECT `upwards`.`id`, `above`.`parent_id` FROM `upwards`
	JOIN `collections` AS `above` ON `above`.`id` = `upwards`.`ancestor_id` WHERE `above`.`parent_id` <> 0)
SELECT `id`, `ancestor_id` FROM `upwards` ORDER BY `id`, `ancestor_id`;
--> statement-breakpoint
INSERT INTO `collection_rights` (`collection_id`, `unit_type`, `unit_id`, `may_add`)
SELECT `id`, 3, 0, 0 FROM `collections` WHERE `archive_path` IS NOT NULL AND `parent_id` = 0;
--> statement-breakpoint
DELETE FROM `named_states` WHERE `name` = 'archive-groups' AND (
	archive_id(`ids` ->> 'rootId') <> `ids` ->> 'rootId'
	OR EXISTS (SELECT 1 FROM json_each(`ids`, '$.groupIds') WHERE archive_id(`value`) <> `value`));
--> statement-breakpoint
DROP TABLE `archive_groups`;
--> statement-breakpoint
INSERT INTO `sequences` (`name`, `last`)
SELECT 'assetOrFile', max(`last`) FROM (
	SELECT `last` FROM `sequences` WHERE `name` IN ('asset', 'subResource', 'atom')
	UNION ALL SELECT max(`id`) FROM `assets`
	UNION ALL SELECT max(`id`) FROM `sub_resources`
	UNION ALL SELECT max(`id`) FROM `atoms`)
HAVING max(`last`) IS NOT NULL;
--> statement-breakpoint
DELETE FROM `sequences` WHERE `name` IN ('asset', 'subResource', 'atom');
