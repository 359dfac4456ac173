ALTER TABLE `uploads` ADD `headers` TEXT CHECK (octet_length(headers) <= 4194304 AND instr(headers, char(0)) = 0 AND json_valid(headers));--> statement-breakpoint
ALTER TABLE `upload_parts` ADD `arrived_at_ms` INTEGER CHECK (arrived_at_ms BETWEEN 0 AND 8640000000000000);--> statement-breakpoint
UPDATE `collections` SET `name_folded` = replace(replace(`name_folded`, 'ß', 'ss'), 'ς', 'σ');--> statement-breakpoint
UPDATE `portal_contents` SET `search_folded` = replace(replace(`search_folded`, 'ß', 'ss'), 'ς', 'σ');