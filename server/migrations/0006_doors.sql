CREATE TABLE "file_link" (
	"org_id" varchar(64) NOT NULL,
	"file_id" varchar(64) NOT NULL,
	"kind" text NOT NULL,
	"record_id" text NOT NULL,
	CONSTRAINT "file_link_org_id_file_id_kind_record_id_pk" PRIMARY KEY("org_id","file_id","kind","record_id")
);
--> statement-breakpoint
CREATE TABLE "device_aside" (
	"org_id" varchar(64) NOT NULL,
	"device_id" varchar(64) NOT NULL,
	"aside_no" bigint GENERATED ALWAYS AS IDENTITY (sequence name "device_aside_aside_no_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"channel" text NOT NULL,
	"arrived_at" timestamptz(3) NOT NULL,
	"payload" "bytea" NOT NULL,
	"size" integer NOT NULL,
	"reason" text NOT NULL,
	CONSTRAINT "device_aside_org_id_device_id_aside_no_pk" PRIMARY KEY("org_id","device_id","aside_no")
);
--> statement-breakpoint
CREATE TABLE "screen_address" (
	"org_id" varchar(64) NOT NULL,
	"screen_id" varchar(64) NOT NULL,
	"name" text NOT NULL,
	"key_hash" text NOT NULL,
	"created_by" varchar(64) NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"last_seen_at" timestamptz(3),
	"revoked_at" timestamptz(3),
	CONSTRAINT "screen_address_org_id_screen_id_pk" PRIMARY KEY("org_id","screen_id")
);
--> statement-breakpoint
CREATE TABLE "known_browser" (
	"org_id" varchar(64) NOT NULL,
	"user_id" varchar(64) NOT NULL,
	"browser_hash" text NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"last_seen" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "known_browser_org_id_user_id_browser_hash_pk" PRIMARY KEY("org_id","user_id","browser_hash")
);
--> statement-breakpoint
CREATE TABLE "login_guess" (
	"org_id" varchar(64) NOT NULL,
	"subject" text NOT NULL,
	"source" text NOT NULL,
	"count" integer NOT NULL,
	"frozen" boolean NOT NULL,
	"until" timestamptz(3) NOT NULL,
	CONSTRAINT "login_guess_org_id_subject_source_pk" PRIMARY KEY("org_id","subject","source")
);
--> statement-breakpoint
CREATE TABLE "phone_stand_in" (
	"origin_hash" text NOT NULL,
	"stand_in" text NOT NULL,
	"phone" text,
	"expires_at" timestamptz(3) NOT NULL,
	CONSTRAINT "phone_stand_in_origin_hash_stand_in_pk" PRIMARY KEY("origin_hash","stand_in")
);
--> statement-breakpoint
ALTER TABLE "alarm_record" ADD COLUMN "device_time" text;--> statement-breakpoint
ALTER TABLE "alarm_record" ADD COLUMN "oddity" text;--> statement-breakpoint
ALTER TABLE "login_session" ADD COLUMN "screen_id" varchar(64);--> statement-breakpoint
ALTER TABLE "photo_code" ADD COLUMN "sms_phone" text;--> statement-breakpoint
ALTER TABLE "photo_code" ADD COLUMN "sms_sent" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sms_message" ADD COLUMN "sealed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sms_message" ADD COLUMN "secret" text;--> statement-breakpoint
ALTER TABLE "sms_message" ADD COLUMN "secret_until" timestamptz(3);--> statement-breakpoint
ALTER TABLE "organization" ADD COLUMN "contact_proven" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX "file_link_file" ON "file_link" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "file_link_record" ON "file_link" USING btree ("org_id","kind","record_id");--> statement-breakpoint
CREATE INDEX "device_aside_old" ON "device_aside" USING btree ("arrived_at");--> statement-breakpoint
CREATE UNIQUE INDEX "screen_address_key" ON "screen_address" USING btree ("org_id","key_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "screen_address_name" ON "screen_address" USING btree ("org_id","name");--> statement-breakpoint
CREATE INDEX "known_browser_hash" ON "known_browser" USING btree ("browser_hash");--> statement-breakpoint
CREATE INDEX "known_browser_age" ON "known_browser" USING btree ("last_seen");--> statement-breakpoint
CREATE INDEX "login_guess_age" ON "login_guess" USING btree ("until");--> statement-breakpoint
CREATE INDEX "sms_message_secret" ON "sms_message" USING btree ("secret_until") WHERE secret is not null;--> statement-breakpoint
ALTER TABLE "account" DROP COLUMN "wrong_count";--> statement-breakpoint
ALTER TABLE "account" DROP COLUMN "frozen_until";--> statement-breakpoint

-- Codes in messages that are kept already: hidden for good. Nothing of them is sent any more.
UPDATE "sms_message" SET "sealed" = true,
	"content" = regexp_replace(regexp_replace("content", '\d{4,}', '******', 'g'),
		'(查询码|邀请码) *[0-9A-Za-z-]+|#[0-9A-Za-z]{6,}', '\1 ******', 'g'),
	"state" = CASE WHEN "state" = 'waiting' THEN 'failed' ELSE "state" END,
	"failure" = CASE WHEN "state" = 'waiting' THEN '系统升级时尚未发出，请重新获取' ELSE "failure" END
WHERE "purpose" IN ('验证码', '入驻申请', '家属邀请');

--> statement-breakpoint

-- The files named in a value: texts that are one address as a whole (lists and objects are looked through), or, in
-- running text, every address that occurs. An address with another one inside it is none.
CREATE FUNCTION "file_ids_in"("value" jsonb, "running" boolean) RETURNS SETOF text LANGUAGE sql IMMUTABLE AS $$
  SELECT DISTINCT found[1]
  FROM jsonb_path_query(value, 'strict $.**') AS part,
    LATERAL regexp_matches(part #>> '{}', CASE WHEN running THEN '/files/+([A-Za-z0-9_-]{1,64})'
      ELSE '^(?:[A-Za-z]+://[^/\s]+/*)?/files/([A-Za-z0-9_-]{1,64})(?:/[^/]*)?$' END, 'g') AS found
  WHERE jsonb_typeof(part) = 'string'
$$;--> statement-breakpoint
-- Arguments of the trigger: kind, key columns, columns of addresses, columns of running text; names joined by commas.
CREATE FUNCTION "file_links_of"("line" jsonb, "keys" text, "addresses" text, "texts" text)
RETURNS TABLE ("record_id" text, "file_id" text) LANGUAGE sql STABLE AS $$
  SELECT (SELECT string_agg(line ->> key, '.' ORDER BY place) FROM unnest(string_to_array(keys, ',')) WITH ORDINALITY AS k (key, place)), id
  FROM (
    SELECT file_ids_in(line -> name, false) AS id FROM unnest(string_to_array(addresses, ',')) AS name
    UNION
    SELECT file_ids_in(line -> name, true) FROM unnest(string_to_array(texts, ',')) AS name
  ) AS named
$$;--> statement-breakpoint
CREATE FUNCTION "keep_file_links"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  line jsonb;
BEGIN
  IF TG_OP <> 'INSERT' THEN
    line := to_jsonb(OLD);
    DELETE FROM file_link WHERE org_id = OLD.org_id AND kind = TG_ARGV[0] AND record_id =
      (SELECT string_agg(line ->> key, '.' ORDER BY place) FROM unnest(string_to_array(TG_ARGV[1], ',')) WITH ORDINALITY AS k (key, place));
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO file_link (org_id, file_id, kind, record_id)
      SELECT NEW.org_id, l.file_id, TG_ARGV[0], l.record_id FROM file_links_of(to_jsonb(NEW), TG_ARGV[1], TG_ARGV[2], TG_ARGV[3]) AS l
      ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
-- Says that a table holds addresses of files: its rows keep their links from now on, and those it has get theirs. What
-- is said here must equal the `fileHolders` of the area; a test compares them.
CREATE FUNCTION "hold_files"("kind" text, "holder" text, "keys" text, "addresses" text, "texts" text DEFAULT '')
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  label text := replace(kind, '.', '_');
  held text[] := array_remove(string_to_array(addresses || ',' || texts, ','), '');
  filled text := (SELECT string_agg(format('NEW.%I IS NOT NULL', name), ' OR ') FROM unnest(held) AS name);
  changed text := (SELECT string_agg(format('OLD.%1$I IS DISTINCT FROM NEW.%1$I', name), ' OR ')
    FROM unnest(held || string_to_array(keys, ',')) AS name);
  arguments text := format('%L, %L, %L, %L', kind, keys, addresses, texts);
BEGIN
  EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %I FOR EACH ROW WHEN (%s) EXECUTE FUNCTION keep_file_links(%s)',
    label || '_files_added', holder, filled, arguments);
  EXECUTE format('CREATE TRIGGER %I AFTER UPDATE ON %I FOR EACH ROW WHEN (%s) EXECUTE FUNCTION keep_file_links(%s)',
    label || '_files_changed', holder, changed, arguments);
  EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %I FOR EACH ROW EXECUTE FUNCTION keep_file_links(%s)',
    label || '_files_removed', holder, arguments);
  EXECUTE format('INSERT INTO file_link (org_id, file_id, kind, record_id) SELECT t.org_id, l.file_id, %1$L, l.record_id
    FROM %2$I AS t, LATERAL file_links_of(to_jsonb(t), %3$L, %4$L, %5$L) AS l ON CONFLICT DO NOTHING', kind, holder, keys, addresses, texts);
END
$$;--> statement-breakpoint
SELECT hold_files('platform.staff', 'employee', 'emp_id', 'working_picture');--> statement-breakpoint
SELECT hold_files('platform.licence', 'organization', 'org_id', 'license_pictures');--> statement-breakpoint
SELECT hold_files('platform.qualification', 'org_qualification', 'qualification_id', 'pictures');--> statement-breakpoint
SELECT hold_files('platform.setting', 'system_config', 'name', 'value');--> statement-breakpoint
SELECT hold_files('live.portrait', 'oldman', 'oldman_id', 'head');--> statement-breakpoint
SELECT hold_files('live.paper', 'oldman_file', 'file_id', 'file_url');--> statement-breakpoint
SELECT hold_files('live.consultation', 'consultation', 'consultation_id', 'head');--> statement-breakpoint
SELECT hold_files('live.contract', 'contract_document', 'contract_id', 'signatures', 'html,final_html');--> statement-breakpoint
SELECT hold_files('live.contractScan', 'contract_document', 'contract_id', 'file_url');--> statement-breakpoint
SELECT hold_files('live.form', 'oldman_template', 'record_id', 'values');--> statement-breakpoint
SELECT hold_files('monitor.floorMap', 'floor_map', 'map_id', 'picture');--> statement-breakpoint
SELECT hold_files('systemSetting.documentTemplate', 'document_template_version', 'template_id,version', '', 'html');--> statement-breakpoint
SELECT hold_files('systemSetting.package', 'device_package', 'package_id', 'package_url');--> statement-breakpoint
-- The menu is the same in every organisation, and so are the pictures in it.
UPDATE "stored_file" AS f SET "is_public" = true FROM "authority" AS a
WHERE f."file_id" IN (SELECT file_ids_in(to_jsonb(a."icon"), false)) AND f."mime" LIKE 'image/%'
  AND NOT EXISTS (SELECT FROM "file_link" AS l WHERE l."file_id" = f."file_id");
