CREATE TABLE `files` (
	`digest` text PRIMARY KEY NOT NULL,
	`size_bytes` integer NOT NULL,
	`md5` text NOT NULL
);
--> statement-breakpoint
ALTER TABLE `atoms` ADD `file_digest` text REFERENCES files(digest);--> statement-breakpoint
ALTER TABLE `atoms` ADD `width` integer;--> statement-breakpoint
ALTER TABLE `atoms` ADD `height` integer;--> statement-breakpoint
ALTER TABLE `atoms` ADD `duration_ms` integer;--> statement-breakpoint
ALTER TABLE `atoms` ADD `word_num` integer;--> statement-breakpoint
ALTER TABLE `sub_resources` ADD `file_digest` text REFERENCES files(digest);--> statement-breakpoint
ALTER TABLE `upload_parts` ADD `digest` text;--> statement-breakpoint
ALTER TABLE `uploads` ADD `expires_at_ms` integer;--> statement-breakpoint
ALTER TABLE `uploads` ADD `file_digest` text REFERENCES files(digest);--> statement-breakpoint
CREATE INDEX `uploads_expiry` ON `uploads` (`status`,`expires_at_ms`);