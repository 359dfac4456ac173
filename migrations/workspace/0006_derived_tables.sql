-- Tables that only the triggers below write, so that no statement can forget to (src/db/derived-tables.ts). Hours are of 3600000 ms.
CREATE TABLE `approval_task_counts` (
	`hour` integer NOT NULL,
	`category` text NOT NULL,
	`process_category` text NOT NULL,
	`is_ended` integer NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`hour`, `category`, `process_category`, `is_ended`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `portal_content_counts` (
	`block_id` integer NOT NULL,
	`hour` integer NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`block_id`, `hour`)
) WITHOUT ROWID;
--> statement-breakpoint
-- The contents of a tag in the order of E6.
CREATE TABLE `portal_tagged_contents` (
	`block_id` integer NOT NULL,
	`tag` text NOT NULL,
	`published_at_ms` integer NOT NULL,
	`content_id` integer NOT NULL,
	`stopped_at_ms` integer,
	PRIMARY KEY(`block_id`, `tag`, `published_at_ms`, `content_id`)
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `approval_task_counts`
SELECT `created_at_ms` / 3600000, `category`, `process_category`, `ended_at_ms` IS NOT NULL, count(*)
FROM `approval_tasks` WHERE `created_at_ms` IS NOT NULL GROUP BY 1, 2, 3, 4;
--> statement-breakpoint
INSERT INTO `portal_content_counts`
SELECT `block_id`, `hour`, sum(`change`) FROM (
	SELECT `block_id`, `published_at_ms` / 3600000 AS `hour`, 1 AS `change` FROM `portal_contents`
	WHERE `stopped_at_ms` IS NULL OR `stopped_at_ms` > `published_at_ms`
	UNION ALL
	SELECT `block_id`, `stopped_at_ms` / 3600000, -1 FROM `portal_contents` WHERE `stopped_at_ms` > `published_at_ms`)
GROUP BY 1, 2 HAVING sum(`change`) <> 0;
--> statement-breakpoint
INSERT INTO `portal_tagged_contents`
SELECT `block_id`, `tag`, `published_at_ms`, `id`, `stopped_at_ms`
FROM `portal_content_tags` JOIN `portal_contents` ON `id` = `content_id`;
--> statement-breakpoint
CREATE TRIGGER `approval_tasks_inserted` AFTER INSERT ON `approval_tasks` BEGIN
	INSERT INTO `approval_task_counts`
	SELECT NEW.`created_at_ms` / 3600000, NEW.`category`, NEW.`process_category`, NEW.`ended_at_ms` IS NOT NULL, 1
	WHERE NEW.`created_at_ms` IS NOT NULL
	ON CONFLICT DO UPDATE SET `count` = `count` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `approval_tasks_deleted` AFTER DELETE ON `approval_tasks` BEGIN
	UPDATE `approval_task_counts` SET `count` = `count` - 1
	WHERE `hour` = OLD.`created_at_ms` / 3600000 AND `category` = OLD.`category`
		AND `process_category` = OLD.`process_category` AND `is_ended` = (OLD.`ended_at_ms` IS NOT NULL);
	DELETE FROM `approval_task_counts`
	WHERE `hour` = OLD.`created_at_ms` / 3600000 AND `category` = OLD.`category`
		AND `process_category` = OLD.`process_category` AND `is_ended` = (OLD.`ended_at_ms` IS NOT NULL) AND `count` = 0;
END;
--> statement-breakpoint
CREATE TRIGGER `approval_tasks_updated`
AFTER UPDATE OF `created_at_ms`, `category`, `process_category`, `ended_at_ms` ON `approval_tasks` BEGIN
	UPDATE `approval_task_counts` SET `count` = `count` - 1
	WHERE `hour` = OLD.`created_at_ms` / 3600000 AND `category` = OLD.`category`
		AND `process_category` = OLD.`process_category` AND `is_ended` = (OLD.`ended_at_ms` IS NOT NULL);
	DELETE FROM `approval_task_counts`
	WHERE `hour` = OLD.`created_at_ms` / 3600000 AND `category` = OLD.`category`
		AND `process_category` = OLD.`process_category` AND `is_ended` = (OLD.`ended_at_ms` IS NOT NULL) AND `count` = 0;
	INSERT INTO `approval_task_counts`
	SELECT NEW.`created_at_ms` / 3600000, NEW.`category`, NEW.`process_category`, NEW.`ended_at_ms` IS NOT NULL, 1
	WHERE NEW.`created_at_ms` IS NOT NULL
	ON CONFLICT DO UPDATE SET `count` = `count` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `portal_contents_inserted` AFTER INSERT ON `portal_contents` BEGIN
	INSERT INTO `portal_content_counts`
	SELECT NEW.`block_id`, NEW.`published_at_ms` / 3600000, 1
	WHERE NEW.`stopped_at_ms` IS NULL OR NEW.`stopped_at_ms` > NEW.`published_at_ms`
	ON CONFLICT DO UPDATE SET `count` = `count` + 1;
	INSERT INTO `portal_content_counts`
	SELECT NEW.`block_id`, NEW.`stopped_at_ms` / 3600000, -1 WHERE NEW.`stopped_at_ms` > NEW.`published_at_ms`
	ON CONFLICT DO UPDATE SET `count` = `count` - 1;
	DELETE FROM `portal_content_counts`
	WHERE `block_id` = NEW.`block_id` AND `count` = 0
		AND `hour` IN (NEW.`published_at_ms` / 3600000, NEW.`stopped_at_ms` / 3600000);
END;
--> statement-breakpoint
CREATE TRIGGER `portal_contents_deleted` AFTER DELETE ON `portal_contents` BEGIN
	INSERT INTO `portal_content_counts`
	SELECT OLD.`block_id`, OLD.`published_at_ms` / 3600000, -1
	WHERE OLD.`stopped_at_ms` IS NULL OR OLD.`stopped_at_ms` > OLD.`published_at_ms`
	ON CONFLICT DO UPDATE SET `count` = `count` - 1;
	INSERT INTO `portal_content_counts`
	SELECT OLD.`block_id`, OLD.`stopped_at_ms` / 3600000, 1 WHERE OLD.`stopped_at_ms` > OLD.`published_at_ms`
	ON CONFLICT DO UPDATE SET `count` = `count` + 1;
	DELETE FROM `portal_content_counts`
	WHERE `block_id` = OLD.`block_id` AND `count` = 0
		AND `hour` IN (OLD.`published_at_ms` / 3600000, OLD.`stopped_at_ms` / 3600000);
END;
--> statement-breakpoint
CREATE TRIGGER `portal_contents_updated`
AFTER UPDATE OF `block_id`, `published_at_ms`, `stopped_at_ms` ON `portal_contents` BEGIN
	INSERT INTO `portal_content_counts`
	SELECT OLD.`block_id`, OLD.`published_at_ms` / 3600000, -1
	WHERE OLD.`stopped_at_ms` IS NULL OR OLD.`stopped_at_ms` > OLD.`published_at_ms`
	ON CONFLICT DO UPDATE SET `count` = `count` - 1;
	INSERT INTO `portal_content_counts`
	SELECT OLD.`block_id`, OLD.`stopped_at_ms` / 3600000, 1 WHERE OLD.`stopped_at_ms` > OLD.`published_at_ms`
	ON CONFLICT DO UPDATE SET `count` = `count` + 1;
	DELETE FROM `portal_content_counts`
	WHERE `block_id` = OLD.`block_id` AND `count` = 0
		AND `hour` IN (OLD.`published_at_ms` / 3600000, OLD.`stopped_at_ms` / 3600000);
	INSERT INTO `portal_content_counts`
	SELECT NEW.`block_id`, NEW.`published_at_ms` / 3600000, 1
	WHERE NEW.`stopped_at_ms` IS NULL OR NEW.`stopped_at_ms` > NEW.`published_at_ms`
	ON CONFLICT DO UPDATE SET `count` = `count` + 1;
	INSERT INTO `portal_content_counts`
	SELECT NEW.`block_id`, NEW.`stopped_at_ms` / 3600000, -1 WHERE NEW.`stopped_at_ms` > NEW.`published_at_ms`
	ON CONFLICT DO UPDATE SET `count` = `count` - 1;
	DELETE FROM `portal_content_counts`
	WHERE `block_id` = NEW.`block_id` AND `count` = 0
		AND `hour` IN (NEW.`published_at_ms` / 3600000, NEW.`stopped_at_ms` / 3600000);
	DELETE FROM `portal_tagged_contents`
	WHERE `block_id` = OLD.`block_id` AND `published_at_ms` = OLD.`published_at_ms` AND `content_id` = OLD.`id`
		AND `tag` IN (SELECT `tag` FROM `portal_content_tags` WHERE `content_id` = OLD.`id`);
	INSERT INTO `portal_tagged_contents`
	SELECT `block_id`, `tag`, `published_at_ms`, `id`, `stopped_at_ms`
	FROM `portal_content_tags` JOIN `portal_contents` ON `id` = `content_id` WHERE `content_id` = NEW.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `portal_content_tags_inserted` AFTER INSERT ON `portal_content_tags` BEGIN
	INSERT INTO `portal_tagged_contents`
	SELECT `block_id`, NEW.`tag`, `published_at_ms`, `id`, `stopped_at_ms`
	FROM `portal_contents` WHERE `id` = NEW.`content_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `portal_content_tags_deleted` AFTER DELETE ON `portal_content_tags` BEGIN
	DELETE FROM `portal_tagged_contents`
	WHERE `tag` = OLD.`tag` AND `content_id` = OLD.`content_id`
		AND `block_id` = (SELECT `block_id` FROM `portal_contents` WHERE `id` = OLD.`content_id`)
		AND `published_at_ms` = (SELECT `published_at_ms` FROM `portal_contents` WHERE `id` = OLD.`content_id`);
END;
--> statement-breakpoint
CREATE TRIGGER `portal_content_tags_updated` AFTER UPDATE ON `portal_content_tags` BEGIN
	DELETE FROM `portal_tagged_contents`
	WHERE `tag` = OLD.`tag` AND `content_id` = OLD.`content_id`
		AND `block_id` = (SELECT `block_id` FROM `portal_contents` WHERE `id` = OLD.`content_id`)
		AND `published_at_ms` = (SELECT `published_at_ms` FROM `portal_contents` WHERE `id` = OLD.`content_id`);
	INSERT INTO `portal_tagged_contents`
	SELECT `block_id`, NEW.`tag`, `published_at_ms`, `id`, `stopped_at_ms`
	FROM `portal_contents` WHERE `id` = NEW.`content_id`;
END;
