CREATE TABLE `named_states` (
	`name` text PRIMARY KEY NOT NULL,
	`ids` text NOT NULL
);
--> statement-breakpoint
ALTER TABLE `approval_tasks` ADD `comment` text;