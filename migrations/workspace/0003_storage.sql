DROP INDEX `uploads_filePath_unique`;--> statement-breakpoint
ALTER TABLE `uploads` ADD `crc64` TEXT CHECK (octet_length(crc64) <= 20 AND crc64 NOT GLOB '*[^0-9]*');--> statement-breakpoint
CREATE INDEX `uploads_path` ON `uploads` (`file_path`);--> statement-breakpoint
CREATE UNIQUE INDEX `uploads_file` ON `uploads` (`file_path`) WHERE file_digest IS NOT NULL;--> statement-breakpoint
ALTER TABLE `upload_parts` ADD `crc64` TEXT CHECK (octet_length(crc64) <= 20 AND crc64 NOT GLOB '*[^0-9]*');