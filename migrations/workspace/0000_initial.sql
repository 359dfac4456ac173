CREATE TABLE approval_objects (
	approval_id INTEGER NOT NULL REFERENCES approvals (id),
	object_id INTEGER NOT NULL CHECK (object_id BETWEEN -9007199254740991 AND 9007199254740991),
	asset_id INTEGER REFERENCES assets (id),
	PRIMARY KEY (approval_id, object_id)
) STRICT;
--> statement-breakpoint
CREATE INDEX approval_objects_object ON approval_objects (object_id, approval_id);--> statement-breakpoint
CREATE TABLE approval_tasks (
	sequence INTEGER PRIMARY KEY NOT NULL CHECK (sequence BETWEEN 1 AND 9007199254740991),
	id TEXT NOT NULL CHECK (octet_length(id) <= 4194304),
	approval_id INTEGER NOT NULL REFERENCES approvals (id),
	key TEXT NOT NULL CHECK (octet_length(key) <= 4194304),
	step INTEGER NOT NULL CHECK (step BETWEEN -9007199254740991 AND 9007199254740991),
	process_name TEXT NOT NULL CHECK (octet_length(process_name) <= 4194304),
	process_category TEXT NOT NULL CHECK (octet_length(process_category) <= 4194304),
	category TEXT NOT NULL CHECK (octet_length(category) <= 4194304),
	submitter INTEGER NOT NULL CHECK (submitter BETWEEN 1 AND 9007199254740991),
	assignee INTEGER NOT NULL REFERENCES users (id),
	status TEXT NOT NULL CHECK (status IN ('PENDING', 'IN_PROGRESS', 'APPROVED', 'REJECTED', 'WITHDRAWN')),
	created_at_ms INTEGER CHECK (created_at_ms BETWEEN 0 AND 8640000000000000),
	ended_at_ms INTEGER CHECK (ended_at_ms BETWEEN 0 AND 8640000000000000),
	comment TEXT CHECK (octet_length(comment) <= 4194304)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX approval_tasks_id_unique ON approval_tasks (id);--> statement-breakpoint
CREATE INDEX approval_tasks_created ON approval_tasks (created_at_ms, sequence);--> statement-breakpoint
CREATE INDEX approval_tasks_approval ON approval_tasks (approval_id, step);--> statement-breakpoint
CREATE TABLE approvals (
	id INTEGER PRIMARY KEY NOT NULL CHECK (id BETWEEN 1 AND 9007199254740991),
	process_definition_id INTEGER NOT NULL REFERENCES process_definitions (id),
	name TEXT NOT NULL CHECK (octet_length(name) <= 4194304),
	detail_name TEXT NOT NULL CHECK (octet_length(detail_name) <= 4194304),
	category TEXT NOT NULL CHECK (octet_length(category) <= 4194304),
	variables TEXT NOT NULL CHECK (octet_length(variables) <= 4194304 AND instr(variables, char(0)) = 0 AND json_valid(variables) AND json_type(variables) = 'object'),
	submitter INTEGER NOT NULL REFERENCES users (id),
	status TEXT NOT NULL CHECK (status IN ('IN_PROGRESS', 'APPROVED', 'REJECTED', 'WITHDRAWN')),
	created_at_ms INTEGER NOT NULL CHECK (created_at_ms BETWEEN 0 AND 8640000000000000)
) STRICT;
--> statement-breakpoint
CREATE TABLE process_definitions (
	id INTEGER PRIMARY KEY NOT NULL CHECK (id BETWEEN 1 AND 9007199254740991),
	name TEXT NOT NULL CHECK (octet_length(name) <= 4194304),
	process_category TEXT NOT NULL CHECK (octet_length(process_category) <= 4194304)
) STRICT;
--> statement-breakpoint
CREATE TABLE asset_rights (
	asset_id INTEGER NOT NULL REFERENCES assets (id),
	unit_type INTEGER NOT NULL CHECK (unit_type IN (1, 2, 3)),
	unit_id INTEGER NOT NULL CHECK (unit_id BETWEEN 0 AND 9007199254740991),
	data_role_id INTEGER NOT NULL REFERENCES data_roles (id),
	PRIMARY KEY (asset_id, unit_type, unit_id, data_role_id)
) STRICT;
--> statement-breakpoint
CREATE TABLE assets (
	id INTEGER PRIMARY KEY NOT NULL CHECK (id BETWEEN 1 AND 9007199254740991),
	name TEXT NOT NULL CHECK (octet_length(name) <= 4194304),
	extension TEXT NOT NULL CHECK (octet_length(extension) <= 4194304),
	approval_status INTEGER NOT NULL CHECK (approval_status BETWEEN -9007199254740991 AND 9007199254740991),
	importance INTEGER NOT NULL CHECK (importance BETWEEN -9007199254740991 AND 9007199254740991),
	tags TEXT NOT NULL CHECK (octet_length(tags) <= 4194304),
	customer_life_cycle_rule_tag_code TEXT NOT NULL CHECK (octet_length(customer_life_cycle_rule_tag_code) <= 4194304),
	create_user INTEGER NOT NULL CHECK (create_user BETWEEN 1 AND 9007199254740991),
	update_user INTEGER NOT NULL CHECK (update_user BETWEEN 1 AND 9007199254740991),
	created_at_ms INTEGER NOT NULL CHECK (created_at_ms BETWEEN 0 AND 8640000000000000),
	updated_at_ms INTEGER NOT NULL CHECK (updated_at_ms BETWEEN 0 AND 8640000000000000),
	is_download INTEGER NOT NULL CHECK (is_download BETWEEN -9007199254740991 AND 9007199254740991),
	risk_level INTEGER NOT NULL CHECK (risk_level BETWEEN -9007199254740991 AND 9007199254740991),
	watermark TEXT NOT NULL CHECK (octet_length(watermark) <= 4194304),
	template_generate_count INTEGER NOT NULL CHECK (template_generate_count BETWEEN 0 AND 9007199254740991),
	stick_top INTEGER NOT NULL CHECK (stick_top BETWEEN -9007199254740991 AND 9007199254740991),
	dummy INTEGER NOT NULL CHECK (dummy BETWEEN -9007199254740991 AND 9007199254740991),
	asset_tag_status INTEGER NOT NULL CHECK (asset_tag_status BETWEEN -9007199254740991 AND 9007199254740991),
	maplex_status INTEGER NOT NULL CHECK (maplex_status BETWEEN -9007199254740991 AND 9007199254740991),
	is_dam INTEGER NOT NULL CHECK (is_dam BETWEEN -9007199254740991 AND 9007199254740991),
	import_url TEXT NOT NULL CHECK (octet_length(import_url) <= 4194304),
	scenario_visibility TEXT NOT NULL CHECK (octet_length(scenario_visibility) <= 4194304),
	rule_check_status_code INTEGER NOT NULL CHECK (rule_check_status_code BETWEEN -9007199254740991 AND 9007199254740991),
	rule_check_status TEXT NOT NULL CHECK (octet_length(rule_check_status) <= 4194304),
	analysis_status INTEGER NOT NULL CHECK (analysis_status BETWEEN -9007199254740991 AND 9007199254740991),
	status INTEGER NOT NULL CHECK (status BETWEEN -9007199254740991 AND 9007199254740991)
) STRICT;
--> statement-breakpoint
CREATE TABLE atoms (
	id INTEGER PRIMARY KEY NOT NULL CHECK (id BETWEEN 1 AND 9007199254740991),
	path TEXT NOT NULL CHECK (octet_length(path) <= 4194304),
	name TEXT NOT NULL CHECK (octet_length(name) <= 4194304),
	extension TEXT NOT NULL CHECK (octet_length(extension) <= 4194304),
	size_bytes INTEGER NOT NULL CHECK (size_bytes BETWEEN 0 AND 9007199254740991),
	media_type TEXT NOT NULL CHECK (octet_length(media_type) <= 4194304),
	file_digest TEXT REFERENCES files (digest),
	width INTEGER CHECK (width BETWEEN 0 AND 9007199254740991),
	height INTEGER CHECK (height BETWEEN 0 AND 9007199254740991),
	duration_ms INTEGER CHECK (duration_ms BETWEEN 0 AND 9007199254740991),
	word_num INTEGER CHECK (word_num BETWEEN 0 AND 9007199254740991),
	create_user INTEGER NOT NULL CHECK (create_user BETWEEN 1 AND 9007199254740991),
	created_at_ms INTEGER NOT NULL CHECK (created_at_ms BETWEEN 0 AND 8640000000000000),
	asset_id INTEGER REFERENCES assets (id)
) STRICT;
--> statement-breakpoint
CREATE TABLE sub_resources (
	id INTEGER PRIMARY KEY NOT NULL CHECK (id BETWEEN 1 AND 9007199254740991),
	asset_id INTEGER NOT NULL REFERENCES assets (id),
	position INTEGER NOT NULL CHECK (position BETWEEN 0 AND 9007199254740991),
	name TEXT NOT NULL CHECK (octet_length(name) <= 4194304),
	title TEXT CHECK (octet_length(title) <= 4194304),
	alias_name TEXT CHECK (octet_length(alias_name) <= 4194304),
	extension TEXT NOT NULL CHECK (octet_length(extension) <= 4194304),
	media_type TEXT NOT NULL CHECK (octet_length(media_type) <= 4194304),
	file_format_type TEXT NOT NULL CHECK (octet_length(file_format_type) <= 4194304),
	res_type INTEGER NOT NULL CHECK (res_type BETWEEN -9007199254740991 AND 9007199254740991),
	size_bytes INTEGER NOT NULL CHECK (size_bytes BETWEEN 0 AND 9007199254740991),
	path TEXT NOT NULL CHECK (octet_length(path) <= 4194304),
	key_name TEXT NOT NULL CHECK (octet_length(key_name) <= 4194304),
	file_digest TEXT REFERENCES files (digest),
	uni_md5 TEXT CHECK (octet_length(uni_md5) = 32 AND uni_md5 NOT GLOB '*[^0-9a-f]*'),
	width INTEGER CHECK (width BETWEEN 0 AND 9007199254740991),
	height INTEGER CHECK (height BETWEEN 0 AND 9007199254740991),
	duration_ms INTEGER CHECK (duration_ms BETWEEN 0 AND 9007199254740991),
	pic_num INTEGER CHECK (pic_num BETWEEN 0 AND 9007199254740991),
	video_num INTEGER CHECK (video_num BETWEEN 0 AND 9007199254740991),
	text_num INTEGER CHECK (text_num BETWEEN 0 AND 9007199254740991),
	word_num INTEGER CHECK (word_num BETWEEN 0 AND 9007199254740991),
	pdf_status INTEGER NOT NULL CHECK (pdf_status BETWEEN -9007199254740991 AND 9007199254740991),
	asset_status INTEGER NOT NULL CHECK (asset_status BETWEEN -9007199254740991 AND 9007199254740991),
	public_read INTEGER NOT NULL CHECK (public_read IN (0, 1)),
	thumbnail_width INTEGER CHECK (thumbnail_width BETWEEN 0 AND 9007199254740991),
	thumbnail_height INTEGER CHECK (thumbnail_height BETWEEN 0 AND 9007199254740991),
	thumbnail_asset_id INTEGER CHECK (thumbnail_asset_id BETWEEN 1 AND 9007199254740991),
	icon_asset_id INTEGER CHECK (icon_asset_id BETWEEN 1 AND 9007199254740991),
	dam_id INTEGER CHECK (dam_id BETWEEN 1 AND 9007199254740991),
	analysis_asset_ids TEXT CHECK (octet_length(analysis_asset_ids) <= 4194304 AND instr(analysis_asset_ids, char(0)) = 0 AND json_valid(analysis_asset_ids)),
	base_text TEXT CHECK (octet_length(base_text) <= 4194304),
	base_text_updated_at_ms INTEGER CHECK (base_text_updated_at_ms BETWEEN 0 AND 8640000000000000),
	created_at_ms INTEGER NOT NULL CHECK (created_at_ms BETWEEN 0 AND 8640000000000000),
	updated_at_ms INTEGER NOT NULL CHECK (updated_at_ms BETWEEN 0 AND 8640000000000000)
) STRICT;
--> statement-breakpoint
CREATE INDEX sub_resources_asset ON sub_resources (asset_id, position);--> statement-breakpoint
CREATE TABLE collected_collections (
	user_id INTEGER NOT NULL REFERENCES users (id),
	collection_id INTEGER NOT NULL REFERENCES collections (id),
	PRIMARY KEY (user_id, collection_id)
) STRICT;
--> statement-breakpoint
CREATE TABLE collection_ancestors (
	collection_id INTEGER NOT NULL REFERENCES collections (id),
	ancestor_id INTEGER NOT NULL REFERENCES collections (id),
	PRIMARY KEY (collection_id, ancestor_id)
) STRICT;
--> statement-breakpoint
CREATE INDEX collection_ancestors_ancestor ON collection_ancestors (ancestor_id, collection_id);--> statement-breakpoint
CREATE TABLE collection_items (
	collection_id INTEGER NOT NULL REFERENCES collections (id),
	asset_id INTEGER NOT NULL REFERENCES assets (id),
	added_at_ms INTEGER NOT NULL CHECK (added_at_ms BETWEEN 0 AND 8640000000000000),
	PRIMARY KEY (collection_id, asset_id)
) STRICT;
--> statement-breakpoint
CREATE INDEX collection_items_asset ON collection_items (asset_id, collection_id);--> statement-breakpoint
CREATE TABLE collection_rights (
	collection_id INTEGER NOT NULL REFERENCES collections (id),
	unit_type INTEGER NOT NULL CHECK (unit_type IN (1, 2, 3)),
	unit_id INTEGER NOT NULL CHECK (unit_id BETWEEN 0 AND 9007199254740991),
	may_add INTEGER NOT NULL CHECK (may_add IN (0, 1)),
	PRIMARY KEY (collection_id, unit_type, unit_id)
) STRICT;
--> statement-breakpoint
CREATE INDEX collection_rights_unit ON collection_rights (unit_type, unit_id, collection_id);--> statement-breakpoint
CREATE TABLE collections (
	id INTEGER PRIMARY KEY NOT NULL CHECK (id BETWEEN 1 AND 9007199254740991),
	parent_id INTEGER NOT NULL CHECK (parent_id BETWEEN 0 AND 9007199254740991),
	root_id INTEGER NOT NULL CHECK (root_id BETWEEN 1 AND 9007199254740991),
	name TEXT NOT NULL CHECK (octet_length(name) <= 4194304),
	name_folded TEXT NOT NULL CHECK (octet_length(name_folded) <= 4194304),
	description TEXT CHECK (octet_length(description) <= 4194304),
	belong_id INTEGER NOT NULL CHECK (belong_id BETWEEN 1 AND 9007199254740991),
	status INTEGER NOT NULL CHECK (status BETWEEN -9007199254740991 AND 9007199254740991),
	create_user INTEGER NOT NULL CHECK (create_user BETWEEN 1 AND 9007199254740991),
	update_user INTEGER NOT NULL CHECK (update_user BETWEEN 1 AND 9007199254740991),
	created_at_ms INTEGER NOT NULL CHECK (created_at_ms BETWEEN 0 AND 8640000000000000),
	updated_at_ms INTEGER NOT NULL CHECK (updated_at_ms BETWEEN 0 AND 8640000000000000),
	item_count INTEGER NOT NULL CHECK (item_count BETWEEN 0 AND 9007199254740991),
	archive_path TEXT CHECK (octet_length(archive_path) <= 4194304)
) STRICT;
--> statement-breakpoint
CREATE INDEX collections_archive ON collections (archive_path, id);--> statement-breakpoint
CREATE INDEX collections_parent ON collections (parent_id, created_at_ms, id);--> statement-breakpoint
CREATE TABLE crowd_members (
	id INTEGER PRIMARY KEY NOT NULL CHECK (id BETWEEN 1 AND 9007199254740991),
	pack_id INTEGER NOT NULL REFERENCES crowd_packs (id),
	sign TEXT NOT NULL CHECK (octet_length(sign) <= 4194304)
) STRICT;
--> statement-breakpoint
CREATE INDEX crowd_members_order ON crowd_members (pack_id, id);--> statement-breakpoint
CREATE UNIQUE INDEX crowd_members_sign ON crowd_members (pack_id, sign);--> statement-breakpoint
CREATE TABLE crowd_packs (
	id INTEGER PRIMARY KEY NOT NULL CHECK (id BETWEEN -9007199254740991 AND 9007199254740991),
	corp_id TEXT NOT NULL CHECK (octet_length(corp_id) <= 4194304),
	source TEXT NOT NULL CHECK (octet_length(source) <= 4194304),
	name TEXT NOT NULL CHECK (octet_length(name) <= 4194304),
	self_agent INTEGER NOT NULL CHECK (self_agent BETWEEN -9007199254740991 AND 9007199254740991),
	is_complete INTEGER NOT NULL CHECK (is_complete IN (0, 1)),
	created_at_ms INTEGER NOT NULL CHECK (created_at_ms BETWEEN 0 AND 8640000000000000),
	wire_id INTEGER CHECK (wire_id BETWEEN -9007199254740991 AND 9007199254740991),
	is_deleted INTEGER DEFAULT false NOT NULL CHECK (is_deleted IN (0, 1))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX crowd_packs_wire_id ON crowd_packs (CASE WHEN wire_id IS NULL THEN id ELSE wire_id END) WHERE is_deleted = 0;--> statement-breakpoint
CREATE INDEX crowd_packs_deleted ON crowd_packs (id) WHERE is_deleted = 1;--> statement-breakpoint
CREATE TABLE files (
	digest TEXT PRIMARY KEY NOT NULL CHECK (octet_length(digest) = 64 AND digest NOT GLOB '*[^0-9a-f]*'),
	size_bytes INTEGER NOT NULL CHECK (size_bytes BETWEEN 0 AND 9007199254740991),
	md5 TEXT NOT NULL CHECK (octet_length(md5) = 32 AND md5 NOT GLOB '*[^0-9a-f]*')
) STRICT;
--> statement-breakpoint
CREATE TABLE fixtures (
	name TEXT PRIMARY KEY NOT NULL CHECK (octet_length(name) <= 4194304),
	value TEXT NOT NULL CHECK (octet_length(value) <= 4194304 AND instr(value, char(0)) = 0 AND json_valid(value))
) STRICT;
--> statement-breakpoint
CREATE TABLE content_groups (
	id INTEGER PRIMARY KEY NOT NULL CHECK (id BETWEEN 1 AND 9007199254740991),
	name TEXT NOT NULL CHECK (octet_length(name) <= 4194304)
) STRICT;
--> statement-breakpoint
CREATE TABLE marketing_plans (
	id INTEGER PRIMARY KEY NOT NULL CHECK (id BETWEEN 1 AND 9007199254740991),
	name TEXT NOT NULL CHECK (octet_length(name) <= 4194304)
) STRICT;
--> statement-breakpoint
CREATE TABLE marketing_tasks (
	id INTEGER PRIMARY KEY NOT NULL CHECK (id BETWEEN 1 AND 9007199254740991),
	plan_id INTEGER NOT NULL REFERENCES marketing_plans (id),
	content_type TEXT NOT NULL CHECK (octet_length(content_type) <= 4194304),
	release_at_ms INTEGER NOT NULL CHECK (release_at_ms BETWEEN -9007199254740991 AND 9007199254740991),
	remark TEXT NOT NULL CHECK (octet_length(remark) <= 4194304),
	content_group_id INTEGER NOT NULL REFERENCES content_groups (id),
	updated_at_ms INTEGER NOT NULL CHECK (updated_at_ms BETWEEN 0 AND 8640000000000000)
) STRICT;
--> statement-breakpoint
CREATE TABLE asset_metadata (
	asset_id INTEGER NOT NULL REFERENCES assets (id),
	field_code TEXT NOT NULL,
	value_code TEXT NOT NULL,
	PRIMARY KEY (asset_id, field_code, value_code),
	FOREIGN KEY (field_code, value_code) REFERENCES metadata_values (field_code, code)
) STRICT;
--> statement-breakpoint
CREATE INDEX asset_metadata_value ON asset_metadata (field_code, value_code, asset_id);--> statement-breakpoint
CREATE TABLE content_metadata (
	content_id INTEGER NOT NULL REFERENCES portal_contents (id),
	field_code TEXT NOT NULL,
	value_code TEXT NOT NULL,
	PRIMARY KEY (content_id, field_code, value_code),
	FOREIGN KEY (field_code, value_code) REFERENCES metadata_values (field_code, code)
) STRICT;
--> statement-breakpoint
CREATE INDEX content_metadata_value ON content_metadata (field_code, value_code, content_id);--> statement-breakpoint
CREATE TABLE metadata_fields (
	code TEXT PRIMARY KEY NOT NULL CHECK (octet_length(code) = 32 AND code NOT GLOB '*[^0-9a-f]*'),
	name TEXT NOT NULL CHECK (octet_length(name) <= 4194304)
) STRICT;
--> statement-breakpoint
CREATE TABLE metadata_values (
	field_code TEXT NOT NULL REFERENCES metadata_fields (code),
	code TEXT NOT NULL CHECK (octet_length(code) <= 4194304),
	name TEXT NOT NULL CHECK (octet_length(name) <= 4194304),
	parent_code TEXT CHECK (octet_length(parent_code) <= 4194304),
	sort INTEGER NOT NULL CHECK (sort BETWEEN -9007199254740991 AND 9007199254740991),
	updated_at_ms INTEGER NOT NULL CHECK (updated_at_ms BETWEEN 0 AND 8640000000000000),
	PRIMARY KEY (field_code, code)
) STRICT;
--> statement-breakpoint
CREATE INDEX metadata_values_updated ON metadata_values (updated_at_ms, field_code, code);--> statement-breakpoint
CREATE TABLE notifications (
	id INTEGER PRIMARY KEY NOT NULL CHECK (id BETWEEN 1 AND 9007199254740991),
	user_id INTEGER NOT NULL REFERENCES users (id),
	template_code TEXT NOT NULL CHECK (octet_length(template_code) <= 4194304),
	model_code TEXT CHECK (octet_length(model_code) <= 4194304),
	send_at_ms INTEGER NOT NULL CHECK (send_at_ms BETWEEN -9007199254740991 AND 9007199254740991),
	html_content TEXT NOT NULL CHECK (octet_length(html_content) <= 4194304),
	url TEXT NOT NULL CHECK (octet_length(url) <= 4194304),
	created_at_ms INTEGER NOT NULL CHECK (created_at_ms BETWEEN 0 AND 8640000000000000)
) STRICT;
--> statement-breakpoint
CREATE INDEX notifications_user ON notifications (user_id, send_at_ms);--> statement-breakpoint
CREATE TABLE portal_blocks (
	id INTEGER PRIMARY KEY NOT NULL CHECK (id BETWEEN 1 AND 9007199254740991),
	portal_id INTEGER NOT NULL REFERENCES portals (id),
	name TEXT NOT NULL CHECK (octet_length(name) <= 4194304)
) STRICT;
--> statement-breakpoint
CREATE TABLE portal_collaborators (
	id INTEGER PRIMARY KEY NOT NULL CHECK (id BETWEEN 1 AND 9007199254740991),
	portal_id INTEGER NOT NULL REFERENCES portals (id),
	auth_type INTEGER NOT NULL CHECK (auth_type BETWEEN -9007199254740991 AND 9007199254740991),
	unit_type TEXT NOT NULL CHECK (unit_type IN ('user', 'department', 'dimension')),
	unit_id INTEGER NOT NULL CHECK (unit_id BETWEEN 0 AND 9007199254740991),
	added_by INTEGER NOT NULL CHECK (added_by BETWEEN 1 AND 9007199254740991),
	updated_at_ms INTEGER NOT NULL CHECK (updated_at_ms BETWEEN 0 AND 8640000000000000)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX portal_collaborators_unit ON portal_collaborators (portal_id, unit_type, unit_id);--> statement-breakpoint
CREATE INDEX portal_collaborators_updated ON portal_collaborators (updated_at_ms, id);--> statement-breakpoint
CREATE TABLE portal_content_tags (
	content_id INTEGER NOT NULL REFERENCES portal_contents (id),
	tag TEXT NOT NULL CHECK (octet_length(tag) <= 4194304),
	PRIMARY KEY (content_id, tag)
) STRICT;
--> statement-breakpoint
CREATE TABLE portal_contents (
	id INTEGER PRIMARY KEY NOT NULL CHECK (id BETWEEN 1 AND 9007199254740991),
	block_id INTEGER NOT NULL REFERENCES portal_blocks (id),
	core_id INTEGER NOT NULL REFERENCES assets (id),
	name TEXT NOT NULL CHECK (octet_length(name) <= 4194304),
	text TEXT NOT NULL CHECK (octet_length(text) <= 4194304),
	search_folded TEXT NOT NULL CHECK (octet_length(search_folded) <= 4194304),
	published_at_ms INTEGER NOT NULL CHECK (published_at_ms BETWEEN 0 AND 8640000000000000),
	stopped_at_ms INTEGER CHECK (stopped_at_ms BETWEEN 0 AND 8640000000000000),
	button_name TEXT NOT NULL CHECK (octet_length(button_name) <= 4194304),
	button_link_url TEXT NOT NULL CHECK (octet_length(button_link_url) <= 4194304)
) STRICT;
--> statement-breakpoint
CREATE INDEX portal_contents_block ON portal_contents (block_id, published_at_ms, id, stopped_at_ms, search_folded);--> statement-breakpoint
CREATE INDEX portal_contents_stopped ON portal_contents (block_id, stopped_at_ms) WHERE stopped_at_ms IS NOT NULL;--> statement-breakpoint
CREATE TABLE portals (
	id INTEGER PRIMARY KEY NOT NULL CHECK (id BETWEEN 1 AND 9007199254740991),
	code TEXT NOT NULL CHECK (octet_length(code) = 32 AND code NOT GLOB '*[^0-9A-F]*'),
	name TEXT NOT NULL CHECK (octet_length(name) <= 4194304)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX portals_code_unique ON portals (code);--> statement-breakpoint
CREATE TABLE image_search_reports (
	id INTEGER PRIMARY KEY NOT NULL CHECK (id BETWEEN 1 AND 9007199254740991),
	received_at_ms INTEGER NOT NULL CHECK (received_at_ms BETWEEN 0 AND 8640000000000000),
	library_type TEXT NOT NULL CHECK (octet_length(library_type) <= 4194304),
	client_id TEXT NOT NULL CHECK (octet_length(client_id) <= 4194304),
	uuid TEXT NOT NULL CHECK (octet_length(uuid) <= 4194304),
	operate_type TEXT NOT NULL CHECK (octet_length(operate_type) <= 4194304),
	content_id INTEGER CHECK (content_id BETWEEN -9007199254740991 AND 9007199254740991),
	like_type INTEGER CHECK (like_type BETWEEN -9007199254740991 AND 9007199254740991)
) STRICT;
--> statement-breakpoint
CREATE TABLE tracking_records (
	id INTEGER PRIMARY KEY NOT NULL CHECK (id BETWEEN 1 AND 9007199254740991),
	received_at_ms INTEGER NOT NULL CHECK (received_at_ms BETWEEN 0 AND 8640000000000000),
	record TEXT NOT NULL CHECK (octet_length(record) <= 4194304 AND instr(record, char(0)) = 0 AND json_valid(record))
) STRICT;
--> statement-breakpoint
CREATE TABLE sequences (
	name TEXT PRIMARY KEY NOT NULL CHECK (name IN ('user', 'assetOrFile', 'approval', 'upload', 'approvalTask', 'crowdMember', 'crowdPackRow', 'portalCollaborator', 'notification', 'trackingRecord', 'imageSearchReport', 'stateItem')),
	last INTEGER NOT NULL CHECK (last >= 0)
) STRICT;
--> statement-breakpoint
CREATE TABLE social_posts (
	id INTEGER PRIMARY KEY NOT NULL CHECK (id BETWEEN 1 AND 9007199254740991),
	media_type TEXT NOT NULL CHECK (octet_length(media_type) <= 4194304),
	title TEXT NOT NULL CHECK (octet_length(title) <= 4194304),
	read_num INTEGER NOT NULL CHECK (read_num BETWEEN 0 AND 9007199254740991),
	create_date TEXT NOT NULL CHECK (create_date GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
	stat_date TEXT NOT NULL CHECK (stat_date GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
	year TEXT NOT NULL CHECK (year GLOB '[0-9][0-9][0-9][0-9]')
) STRICT;
--> statement-breakpoint
CREATE INDEX social_posts_year ON social_posts (year, media_type, read_num, id);--> statement-breakpoint
CREATE TABLE upload_parts (
	upload_id TEXT NOT NULL REFERENCES uploads (id),
	part_number INTEGER NOT NULL CHECK (part_number BETWEEN 1 AND 9007199254740991),
	etag TEXT NOT NULL CHECK (octet_length(etag) = 32 AND etag NOT GLOB '*[^0-9a-f]*'),
	size_bytes INTEGER NOT NULL CHECK (size_bytes BETWEEN 0 AND 9007199254740991),
	digest TEXT CHECK (octet_length(digest) = 64 AND digest NOT GLOB '*[^0-9a-f]*'),
	PRIMARY KEY (upload_id, part_number)
) STRICT;
--> statement-breakpoint
CREATE TABLE uploads (
	id TEXT PRIMARY KEY NOT NULL CHECK (octet_length(id) <= 4194304),
	file_path TEXT NOT NULL CHECK (octet_length(file_path) <= 4194304),
	name TEXT NOT NULL CHECK (octet_length(name) <= 4194304),
	media_type TEXT NOT NULL CHECK (octet_length(media_type) <= 4194304),
	size_bytes INTEGER NOT NULL CHECK (size_bytes BETWEEN 0 AND 9007199254740991),
	status TEXT NOT NULL CHECK (status IN ('open', 'completed', 'aborted', 'expired')),
	created_at_ms INTEGER NOT NULL CHECK (created_at_ms BETWEEN 0 AND 8640000000000000),
	expires_at_ms INTEGER CHECK (expires_at_ms BETWEEN 0 AND 8640000000000000),
	completed_at_ms INTEGER CHECK (completed_at_ms BETWEEN 0 AND 8640000000000000),
	file_digest TEXT REFERENCES files (digest)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX uploads_filePath_unique ON uploads (file_path);--> statement-breakpoint
CREATE INDEX uploads_expiry ON uploads (status, expires_at_ms);--> statement-breakpoint
CREATE TABLE data_roles (
	id INTEGER PRIMARY KEY NOT NULL CHECK (id BETWEEN 1 AND 9007199254740991),
	code TEXT NOT NULL CHECK (octet_length(code) <= 4194304),
	name TEXT NOT NULL CHECK (octet_length(name) <= 4194304),
	editable INTEGER NOT NULL CHECK (editable IN (0, 1)),
	may_download INTEGER NOT NULL CHECK (may_download IN (0, 1))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX data_roles_code_unique ON data_roles (code);--> statement-breakpoint
CREATE TABLE departments (
	id INTEGER PRIMARY KEY NOT NULL CHECK (id BETWEEN 1 AND 9007199254740991),
	parent_id INTEGER CHECK (parent_id BETWEEN 1 AND 9007199254740991),
	name TEXT NOT NULL CHECK (octet_length(name) <= 4194304)
) STRICT;
--> statement-breakpoint
CREATE TABLE dimensions (
	id INTEGER PRIMARY KEY NOT NULL CHECK (id BETWEEN 1 AND 9007199254740991),
	name TEXT NOT NULL CHECK (octet_length(name) <= 4194304)
) STRICT;
--> statement-breakpoint
CREATE TABLE user_dimensions (
	user_id INTEGER NOT NULL REFERENCES users (id),
	dimension_id INTEGER NOT NULL REFERENCES dimensions (id),
	PRIMARY KEY (user_id, dimension_id)
) STRICT;
--> statement-breakpoint
CREATE TABLE users (
	id INTEGER PRIMARY KEY NOT NULL CHECK (id BETWEEN 1 AND 9007199254740991),
	email TEXT NOT NULL CHECK (octet_length(email) <= 4194304),
	email_folded TEXT NOT NULL CHECK (octet_length(email_folded) <= 4194304),
	nickname TEXT NOT NULL CHECK (octet_length(nickname) <= 4194304),
	has_phone INTEGER NOT NULL CHECK (has_phone IN (0, 1)),
	dept_id INTEGER NOT NULL REFERENCES departments (id),
	verify_email INTEGER NOT NULL CHECK (verify_email BETWEEN -9007199254740991 AND 9007199254740991),
	uid TEXT NOT NULL CHECK (octet_length(uid) <= 4194304),
	status INTEGER NOT NULL CHECK (status BETWEEN -9007199254740991 AND 9007199254740991),
	logout_status INTEGER NOT NULL CHECK (logout_status BETWEEN -9007199254740991 AND 9007199254740991),
	user_type INTEGER NOT NULL CHECK (user_type BETWEEN -9007199254740991 AND 9007199254740991),
	created_at_ms INTEGER NOT NULL CHECK (created_at_ms BETWEEN 0 AND 8640000000000000),
	line_manager_user_id INTEGER CHECK (line_manager_user_id BETWEEN 1 AND 9007199254740991),
	is_app_owner INTEGER NOT NULL CHECK (is_app_owner IN (0, 1)),
	role TEXT DEFAULT 'editor' NOT NULL CHECK (role IN ('viewer', 'editor', 'administrator'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX users_emailFolded_unique ON users (email_folded);--> statement-breakpoint
CREATE INDEX users_app_owner ON users (is_app_owner, id);
