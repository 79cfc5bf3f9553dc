CREATE TABLE "figure_moved" (
	"org_id" varchar(64) NOT NULL,
	"xid" bigint NOT NULL,
	"what" text NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "figure_moved_org_id_xid_what_pk" PRIMARY KEY("org_id","xid","what")
);--> statement-breakpoint
-- by hand
-- Which organisations a statement touched, noted once for each transaction and table: two transactions never note the same
-- row, so nobody waits. With 'all' the table concerns every organisation.
CREATE FUNCTION "figures_move"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_ARGV[0] = 'all' THEN
    INSERT INTO figure_moved (org_id, xid, what)
      SELECT '*', pg_current_xact_id()::text::bigint, TG_TABLE_NAME WHERE EXISTS (SELECT FROM changed) ON CONFLICT DO NOTHING;
  ELSE
    INSERT INTO figure_moved (org_id, xid, what)
      SELECT DISTINCT org_id, pg_current_xact_id()::text::bigint, TG_TABLE_NAME FROM changed ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "figures_read"(name text, whose text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE TRIGGER figures_insert AFTER INSERT ON %I REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION figures_move(%L)', name, whose);
  EXECUTE format('CREATE TRIGGER figures_update AFTER UPDATE ON %I REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION figures_move(%L)', name, whose);
  EXECUTE format('CREATE TRIGGER figures_delete AFTER DELETE ON %I REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION figures_move(%L)', name, whose);
END $$;--> statement-breakpoint
SELECT figures_read(name, 'own') FROM unnest(ARRAY['account_role', 'alarm_record', 'bed', 'bed_mark', 'consultation', 'contract_document', 'elder_account', 'nursing_task', 'occupancy', 'oldman', 'outing', 'remind_log', 'reservation', 'residence_apply', 'review_rule', 'room', 'settlement', 'stay', 'vms_outbox']) AS name;--> statement-breakpoint
-- Settings of the operator hold for every organisation.
SELECT figures_read(name, 'all') FROM unnest(ARRAY['system_config', 'organization']) AS name;
