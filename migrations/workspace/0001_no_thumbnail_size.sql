ALTER TABLE `sub_resources` DROP COLUMN `thumbnail_width`;--> statement-breakpoint
ALTER TABLE `sub_resources` DROP COLUMN `thumbnail_height`;