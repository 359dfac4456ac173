CREATE TABLE `clients` (
	`client_id` text PRIMARY KEY NOT NULL,
	`client_key` text NOT NULL,
	`workspace_id` text NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `clients_workspace` ON `clients` (`workspace_id`);--> statement-breakpoint
CREATE TABLE `portal_apps` (
	`app_key` text PRIMARY KEY NOT NULL,
	`app_secret` text NOT NULL,
	`workspace_id` text NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `portal_apps_workspace` ON `portal_apps` (`workspace_id`);--> statement-breakpoint
CREATE TABLE `tokens` (
	`token` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`workspace_id` text NOT NULL,
	`client_id` text NOT NULL,
	`expires_at_ms` integer,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`client_id`) REFERENCES `clients`(`client_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `tokens_expiry` ON `tokens` (`workspace_id`,`expires_at_ms`);--> statement-breakpoint
CREATE TABLE `workspaces` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`signing_key` text NOT NULL,
	`generator_seed` integer NOT NULL,
	`clock` text NOT NULL,
	`variants` text NOT NULL,
	`world_file` text NOT NULL,
	`starts` integer NOT NULL,
	`created_at_ms` integer NOT NULL
);
