CREATE TABLE `approval_objects` (
	`approval_id` integer NOT NULL,
	`asset_id` integer NOT NULL,
	PRIMARY KEY(`approval_id`, `asset_id`),
	FOREIGN KEY (`approval_id`) REFERENCES `approvals`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`asset_id`) REFERENCES `assets`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `approval_tasks` (
	`sequence` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`approval_id` integer NOT NULL,
	`key` text NOT NULL,
	`step` integer NOT NULL,
	`process_name` text NOT NULL,
	`process_category` text NOT NULL,
	`category` text NOT NULL,
	`submitter` integer NOT NULL,
	`assignee` integer NOT NULL,
	`status` text NOT NULL,
	`created_at_ms` integer,
	`ended_at_ms` integer,
	FOREIGN KEY (`approval_id`) REFERENCES `approvals`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`assignee`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `approval_tasks_id_unique` ON `approval_tasks` (`id`);--> statement-breakpoint
CREATE INDEX `approval_tasks_created` ON `approval_tasks` (`created_at_ms`,`sequence`);--> statement-breakpoint
CREATE INDEX `approval_tasks_approval` ON `approval_tasks` (`approval_id`,`step`);--> statement-breakpoint
CREATE TABLE `approvals` (
	`id` integer PRIMARY KEY NOT NULL,
	`process_definition_id` integer NOT NULL,
	`name` text NOT NULL,
	`detail_name` text NOT NULL,
	`category` text NOT NULL,
	`variables` text NOT NULL,
	`submitter` integer NOT NULL,
	`status` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	FOREIGN KEY (`process_definition_id`) REFERENCES `process_definitions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`submitter`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `process_definitions` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`process_category` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `asset_rights` (
	`asset_id` integer NOT NULL,
	`unit_type` integer NOT NULL,
	`unit_id` integer NOT NULL,
	`data_role_id` integer NOT NULL,
	PRIMARY KEY(`asset_id`, `unit_type`, `unit_id`, `data_role_id`),
	FOREIGN KEY (`asset_id`) REFERENCES `assets`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`data_role_id`) REFERENCES `data_roles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `assets` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`extension` text NOT NULL,
	`approval_status` integer NOT NULL,
	`importance` integer NOT NULL,
	`tags` text NOT NULL,
	`customer_life_cycle_rule_tag_code` text NOT NULL,
	`create_user` integer NOT NULL,
	`update_user` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	`is_download` integer NOT NULL,
	`risk_level` integer NOT NULL,
	`watermark` text NOT NULL,
	`template_generate_count` integer NOT NULL,
	`stick_top` integer NOT NULL,
	`dummy` integer NOT NULL,
	`asset_tag_status` integer NOT NULL,
	`maplex_status` integer NOT NULL,
	`is_dam` integer NOT NULL,
	`import_url` text NOT NULL,
	`scenario_visibility` text NOT NULL,
	`rule_check_status_code` integer NOT NULL,
	`rule_check_status` text NOT NULL,
	`analysis_status` integer NOT NULL,
	`status` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `atoms` (
	`id` integer PRIMARY KEY NOT NULL,
	`path` text NOT NULL,
	`name` text NOT NULL,
	`extension` text NOT NULL,
	`size_bytes` integer NOT NULL,
	`media_type` text NOT NULL,
	`create_user` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	`asset_id` integer,
	FOREIGN KEY (`asset_id`) REFERENCES `assets`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `sub_resources` (
	`id` integer PRIMARY KEY NOT NULL,
	`asset_id` integer NOT NULL,
	`position` integer NOT NULL,
	`name` text NOT NULL,
	`title` text,
	`alias_name` text,
	`extension` text NOT NULL,
	`media_type` text NOT NULL,
	`file_format_type` text NOT NULL,
	`res_type` integer NOT NULL,
	`size_bytes` integer NOT NULL,
	`path` text NOT NULL,
	`key_name` text NOT NULL,
	`uni_md5` text,
	`width` integer,
	`height` integer,
	`duration_ms` integer,
	`pic_num` integer,
	`video_num` integer,
	`text_num` integer,
	`word_num` integer,
	`pdf_status` integer NOT NULL,
	`asset_status` integer NOT NULL,
	`public_read` integer NOT NULL,
	`thumbnail_width` integer,
	`thumbnail_height` integer,
	`base_text` text,
	`base_text_updated_at_ms` integer,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	FOREIGN KEY (`asset_id`) REFERENCES `assets`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `sub_resources_asset` ON `sub_resources` (`asset_id`,`position`);--> statement-breakpoint
CREATE TABLE `archive_groups` (
	`id` integer PRIMARY KEY NOT NULL,
	`root_id` integer NOT NULL,
	`name` text NOT NULL,
	`path` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `archive_groups_path_unique` ON `archive_groups` (`path`);--> statement-breakpoint
CREATE TABLE `collected_collections` (
	`user_id` integer NOT NULL,
	`collection_id` integer NOT NULL,
	PRIMARY KEY(`user_id`, `collection_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`collection_id`) REFERENCES `collections`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `collection_ancestors` (
	`collection_id` integer NOT NULL,
	`ancestor_id` integer NOT NULL,
	PRIMARY KEY(`collection_id`, `ancestor_id`),
	FOREIGN KEY (`collection_id`) REFERENCES `collections`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`ancestor_id`) REFERENCES `collections`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `collection_ancestors_ancestor` ON `collection_ancestors` (`ancestor_id`,`collection_id`);--> statement-breakpoint
CREATE TABLE `collection_items` (
	`collection_id` integer NOT NULL,
	`asset_id` integer NOT NULL,
	`added_at_ms` integer NOT NULL,
	PRIMARY KEY(`collection_id`, `asset_id`),
	FOREIGN KEY (`collection_id`) REFERENCES `collections`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`asset_id`) REFERENCES `assets`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `collection_items_asset` ON `collection_items` (`asset_id`,`collection_id`);--> statement-breakpoint
CREATE TABLE `collection_rights` (
	`collection_id` integer NOT NULL,
	`unit_type` integer NOT NULL,
	`unit_id` integer NOT NULL,
	`may_add` integer NOT NULL,
	PRIMARY KEY(`collection_id`, `unit_type`, `unit_id`),
	FOREIGN KEY (`collection_id`) REFERENCES `collections`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `collection_rights_unit` ON `collection_rights` (`unit_type`,`unit_id`,`collection_id`);--> statement-breakpoint
CREATE TABLE `collections` (
	`id` integer PRIMARY KEY NOT NULL,
	`parent_id` integer NOT NULL,
	`root_id` integer NOT NULL,
	`name` text NOT NULL,
	`name_folded` text NOT NULL,
	`description` text,
	`belong_id` integer NOT NULL,
	`status` integer NOT NULL,
	`create_user` integer NOT NULL,
	`update_user` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	`item_count` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `collections_parent` ON `collections` (`parent_id`,`created_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `collections_created` ON `collections` (`created_at_ms`,`id`);--> statement-breakpoint
CREATE TABLE `crowd_members` (
	`id` integer PRIMARY KEY NOT NULL,
	`pack_id` integer NOT NULL,
	`sign` text NOT NULL,
	FOREIGN KEY (`pack_id`) REFERENCES `crowd_packs`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `crowd_members_order` ON `crowd_members` (`pack_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `crowd_members_sign` ON `crowd_members` (`pack_id`,`sign`);--> statement-breakpoint
CREATE TABLE `crowd_packs` (
	`id` integer PRIMARY KEY NOT NULL,
	`corp_id` text NOT NULL,
	`source` text NOT NULL,
	`name` text NOT NULL,
	`self_agent` integer NOT NULL,
	`is_complete` integer NOT NULL,
	`created_at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `fixtures` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `content_groups` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `marketing_plans` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `marketing_tasks` (
	`id` integer PRIMARY KEY NOT NULL,
	`plan_id` integer NOT NULL,
	`content_type` text NOT NULL,
	`release_at_ms` integer NOT NULL,
	`remark` text NOT NULL,
	`content_group_id` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	FOREIGN KEY (`plan_id`) REFERENCES `marketing_plans`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`content_group_id`) REFERENCES `content_groups`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `metadata_fields` (
	`code` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `metadata_values` (
	`field_code` text NOT NULL,
	`code` text NOT NULL,
	`name` text NOT NULL,
	`parent_code` text,
	`sort` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	PRIMARY KEY(`field_code`, `code`),
	FOREIGN KEY (`field_code`) REFERENCES `metadata_fields`(`code`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `metadata_values_updated` ON `metadata_values` (`updated_at_ms`,`field_code`,`code`);--> statement-breakpoint
CREATE TABLE `notifications` (
	`id` integer PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`template_code` text NOT NULL,
	`model_code` text,
	`send_at_ms` integer NOT NULL,
	`html_content` text NOT NULL,
	`url` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `notifications_user` ON `notifications` (`user_id`,`send_at_ms`);--> statement-breakpoint
CREATE TABLE `data_roles` (
	`id` integer PRIMARY KEY NOT NULL,
	`code` text NOT NULL,
	`name` text NOT NULL,
	`editable` integer NOT NULL,
	`may_download` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `data_roles_code_unique` ON `data_roles` (`code`);--> statement-breakpoint
CREATE TABLE `departments` (
	`id` integer PRIMARY KEY NOT NULL,
	`parent_id` integer,
	`name` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `dimensions` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `user_dimensions` (
	`user_id` integer NOT NULL,
	`dimension_id` integer NOT NULL,
	PRIMARY KEY(`user_id`, `dimension_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`dimension_id`) REFERENCES `dimensions`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `users` (
	`id` integer PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`email_folded` text NOT NULL,
	`nickname` text NOT NULL,
	`has_phone` integer NOT NULL,
	`dept_id` integer NOT NULL,
	`verify_email` integer NOT NULL,
	`uid` text NOT NULL,
	`status` integer NOT NULL,
	`logout_status` integer NOT NULL,
	`user_type` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	`line_manager_user_id` integer,
	`is_app_owner` integer NOT NULL,
	`is_admin` integer NOT NULL,
	FOREIGN KEY (`dept_id`) REFERENCES `departments`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_emailFolded_unique` ON `users` (`email_folded`);--> statement-breakpoint
CREATE INDEX `users_app_owner` ON `users` (`is_app_owner`,`id`);--> statement-breakpoint
CREATE TABLE `portal_blocks` (
	`id` integer PRIMARY KEY NOT NULL,
	`portal_id` integer NOT NULL,
	`name` text NOT NULL,
	FOREIGN KEY (`portal_id`) REFERENCES `portals`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `portal_collaborators` (
	`id` integer PRIMARY KEY NOT NULL,
	`portal_id` integer NOT NULL,
	`auth_type` integer NOT NULL,
	`unit_type` text NOT NULL,
	`unit_id` integer NOT NULL,
	`added_by` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	FOREIGN KEY (`portal_id`) REFERENCES `portals`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `portal_collaborators_unit` ON `portal_collaborators` (`portal_id`,`unit_type`,`unit_id`);--> statement-breakpoint
CREATE INDEX `portal_collaborators_updated` ON `portal_collaborators` (`updated_at_ms`,`id`);--> statement-breakpoint
CREATE TABLE `portal_content_tags` (
	`content_id` integer NOT NULL,
	`tag` text NOT NULL,
	PRIMARY KEY(`content_id`, `tag`),
	FOREIGN KEY (`content_id`) REFERENCES `portal_contents`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `portal_contents` (
	`id` integer PRIMARY KEY NOT NULL,
	`block_id` integer NOT NULL,
	`core_id` integer NOT NULL,
	`name` text NOT NULL,
	`text` text NOT NULL,
	`search_folded` text NOT NULL,
	`published_at_ms` integer NOT NULL,
	`stopped_at_ms` integer,
	`button_name` text NOT NULL,
	`button_link_url` text NOT NULL,
	FOREIGN KEY (`block_id`) REFERENCES `portal_blocks`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`core_id`) REFERENCES `assets`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `portal_contents_block` ON `portal_contents` (`block_id`,`published_at_ms`,`id`);--> statement-breakpoint
CREATE TABLE `portals` (
	`id` integer PRIMARY KEY NOT NULL,
	`code` text NOT NULL,
	`name` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `portals_code_unique` ON `portals` (`code`);--> statement-breakpoint
CREATE TABLE `image_search_reports` (
	`id` integer PRIMARY KEY NOT NULL,
	`received_at_ms` integer NOT NULL,
	`library_type` text NOT NULL,
	`client_id` text NOT NULL,
	`uuid` text NOT NULL,
	`operate_type` text NOT NULL,
	`content_id` integer,
	`like_type` integer
);
--> statement-breakpoint
CREATE TABLE `tracking_records` (
	`id` integer PRIMARY KEY NOT NULL,
	`received_at_ms` integer NOT NULL,
	`record` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `sequences` (
	`name` text PRIMARY KEY NOT NULL,
	`last` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `social_posts` (
	`id` integer PRIMARY KEY NOT NULL,
	`media_type` text NOT NULL,
	`title` text NOT NULL,
	`read_num` integer NOT NULL,
	`create_date` text NOT NULL,
	`stat_date` text NOT NULL,
	`year` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `social_posts_year` ON `social_posts` (`year`,`media_type`,`read_num`,`id`);--> statement-breakpoint
CREATE TABLE `upload_parts` (
	`upload_id` text NOT NULL,
	`part_number` integer NOT NULL,
	`etag` text NOT NULL,
	`size_bytes` integer NOT NULL,
	PRIMARY KEY(`upload_id`, `part_number`),
	FOREIGN KEY (`upload_id`) REFERENCES `uploads`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `uploads` (
	`id` text PRIMARY KEY NOT NULL,
	`file_path` text NOT NULL,
	`name` text NOT NULL,
	`media_type` text NOT NULL,
	`size_bytes` integer NOT NULL,
	`status` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`completed_at_ms` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `uploads_filePath_unique` ON `uploads` (`file_path`);