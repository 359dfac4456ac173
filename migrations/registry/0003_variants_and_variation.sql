ALTER TABLE `workspaces` ADD `variant_choices` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `variation` text;