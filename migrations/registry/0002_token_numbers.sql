ALTER TABLE `tokens` ADD `number` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `tokens_number` ON `tokens` (`client_id`,`kind`,`number`);