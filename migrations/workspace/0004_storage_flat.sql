DROP INDEX `uploads_expiry`;--> statement-breakpoint
CREATE INDEX `uploads_open` ON `uploads` (`file_path`,`id`) WHERE status = 'open';--> statement-breakpoint
CREATE INDEX `uploads_ended` ON `uploads` (`file_path`) WHERE status <> 'open' AND file_digest IS NULL;--> statement-breakpoint
CREATE INDEX `uploads_digest` ON `uploads` (`file_digest`) WHERE file_digest IS NOT NULL;--> statement-breakpoint
CREATE INDEX `uploads_expiry` ON `uploads` (`expires_at_ms`) WHERE status = 'open';