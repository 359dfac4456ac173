ALTER TABLE `crowd_packs` ADD `wire_id` integer;--> statement-breakpoint
ALTER TABLE `crowd_packs` ADD `is_deleted` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `crowd_packs_wire_id` ON `crowd_packs` (CASE WHEN wire_id IS NULL THEN id ELSE wire_id END) WHERE is_deleted = 0;--> statement-breakpoint
CREATE INDEX `crowd_packs_deleted` ON `crowd_packs` (id) WHERE is_deleted = 1;