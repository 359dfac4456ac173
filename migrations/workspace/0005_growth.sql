DROP INDEX `approval_tasks_id_unique`;--> statement-breakpoint
DROP INDEX `portal_contents_block`;--> statement-breakpoint
CREATE INDEX `portal_contents_stopped` ON `portal_contents` (`block_id`,`stopped_at_ms`) WHERE stopped_at_ms IS NOT NULL;--> statement-breakpoint
CREATE INDEX `portal_contents_block` ON `portal_contents` (`block_id`,`published_at_ms`,`id`,`stopped_at_ms`,`search_folded`);--> statement-breakpoint
CREATE INDEX `collections_updated` ON `collections` (`updated_at_ms`);--> statement-breakpoint
CREATE INDEX `collections_items` ON `collections` (`item_count`);--> statement-breakpoint
CREATE INDEX `collections_name` ON `collections` (`name_folded`);--> statement-breakpoint
CREATE INDEX `collections_creator` ON `collections` (`create_user`,`created_at_ms`);