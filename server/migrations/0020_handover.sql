CREATE TABLE "handover_elder" (
	"org_id" varchar(64) NOT NULL,
	"sheet_id" varchar(64) NOT NULL,
	"oldman_id" varchar(64) NOT NULL,
	"focus" boolean DEFAULT false NOT NULL,
	"condition" text,
	"done" text,
	"watch" text,
	"updated_name" text,
	"updated_at" timestamptz(3),
	"version" integer DEFAULT 1 NOT NULL,
	"oldman_name" text,
	"bed_path" text,
	"level_name" text,
	"away" text,
	"walk" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"walked_at" timestamptz(3),
	CONSTRAINT "handover_elder_org_id_sheet_id_oldman_id_pk" PRIMARY KEY("org_id","sheet_id","oldman_id")
);
--> statement-breakpoint
CREATE TABLE "handover_entry" (
	"org_id" varchar(64) NOT NULL,
	"entry_id" varchar(64) NOT NULL,
	"sheet_id" varchar(64) NOT NULL,
	"kind" text NOT NULL,
	"content" text,
	"oldman_id" varchar(64),
	"oldman_name" text,
	"user_id" varchar(64) NOT NULL,
	"user_name" text NOT NULL,
	"at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "handover_entry_org_id_entry_id_pk" PRIMARY KEY("org_id","entry_id"),
	CONSTRAINT "handover_entry_kind" CHECK ("handover_entry"."kind" in ('GIVEN', 'RETURNED', 'TAKEN', 'ADDED')),
	CONSTRAINT "handover_entry_said" CHECK ("handover_entry"."kind" not in ('RETURNED', 'ADDED') or btrim(coalesce("handover_entry"."content", '')) <> '')
);
--> statement-breakpoint
CREATE TABLE "handover_fact" (
	"org_id" varchar(64) NOT NULL,
	"sheet_id" varchar(64) NOT NULL,
	"fact_no" integer NOT NULL,
	"kind" text NOT NULL,
	"oldman_id" varchar(64),
	"oldman_name" text,
	"bed_path" text,
	"ref_id" varchar(64),
	"at" timestamptz(3) NOT NULL,
	"what" text NOT NULL,
	"times" integer NOT NULL,
	"clocks" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"ended" text,
	"result" text,
	"by_name" text,
	"until_at" timestamptz(3),
	"urgent" boolean DEFAULT false NOT NULL,
	CONSTRAINT "handover_fact_org_id_sheet_id_fact_no_pk" PRIMARY KEY("org_id","sheet_id","fact_no")
);
--> statement-breakpoint
CREATE TABLE "handover_sheet" (
	"org_id" varchar(64) NOT NULL,
	"sheet_id" varchar(64) NOT NULL,
	"dept_id" varchar(64) NOT NULL,
	"day" date NOT NULL,
	"shift" text NOT NULL,
	"from_at" timestamptz(3) NOT NULL,
	"to_at" timestamptz(3) NOT NULL,
	"state" text DEFAULT 'DRAFT' NOT NULL,
	"items" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"equipment" text,
	"family" text,
	"remark" text,
	"numbers" jsonb,
	"facts_from" timestamptz(3),
	"facts_to" timestamptz(3),
	"opened_by" varchar(64),
	"opened_name" text,
	"given_by" varchar(64),
	"given_name" text,
	"given_at" timestamptz(3),
	"taken_by" varchar(64),
	"taken_name" text,
	"taken_at" timestamptz(3),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "handover_sheet_org_id_sheet_id_pk" PRIMARY KEY("org_id","sheet_id"),
	CONSTRAINT "handover_sheet_once" UNIQUE("org_id","dept_id","day","shift"),
	CONSTRAINT "handover_sheet_shift" CHECK ("handover_sheet"."shift" in ('DAY', 'LATE', 'NIGHT')),
	CONSTRAINT "handover_sheet_state" CHECK ("handover_sheet"."state" in ('DRAFT', 'GIVEN', 'TAKEN')),
	CONSTRAINT "handover_sheet_hours" CHECK ("handover_sheet"."to_at" > "handover_sheet"."from_at"),
	CONSTRAINT "handover_sheet_given" CHECK (("handover_sheet"."state" = 'DRAFT') = ("handover_sheet"."given_by" is null) and ("handover_sheet"."given_by" is null) = ("handover_sheet"."given_at" is null)
      and ("handover_sheet"."given_by" is null) = ("handover_sheet"."numbers" is null) and ("handover_sheet"."given_by" is null) = ("handover_sheet"."facts_to" is null)),
	CONSTRAINT "handover_sheet_taken" CHECK (("handover_sheet"."state" = 'TAKEN') = ("handover_sheet"."taken_by" is not null) and ("handover_sheet"."taken_by" is null) = ("handover_sheet"."taken_at" is null)),
	CONSTRAINT "handover_sheet_two" CHECK ("handover_sheet"."taken_by" is null or "handover_sheet"."taken_by" <> "handover_sheet"."given_by")
);
--> statement-breakpoint
ALTER TABLE "handover_elder" ADD CONSTRAINT "handover_elder_sheet" FOREIGN KEY ("org_id","sheet_id") REFERENCES "public"."handover_sheet"("org_id","sheet_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "handover_entry" ADD CONSTRAINT "handover_entry_sheet" FOREIGN KEY ("org_id","sheet_id") REFERENCES "public"."handover_sheet"("org_id","sheet_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "handover_fact" ADD CONSTRAINT "handover_fact_sheet" FOREIGN KEY ("org_id","sheet_id") REFERENCES "public"."handover_sheet"("org_id","sheet_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "handover_sheet" ADD CONSTRAINT "handover_sheet_dept" FOREIGN KEY ("org_id","dept_id") REFERENCES "public"."dept"("org_id","dept_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "handover_elder_of" ON "handover_elder" USING btree ("org_id","oldman_id");--> statement-breakpoint
CREATE INDEX "handover_entry_of" ON "handover_entry" USING btree ("org_id","sheet_id","at");--> statement-breakpoint
CREATE INDEX "handover_sheet_list" ON "handover_sheet" USING btree ("org_id","from_at" DESC NULLS FIRST,"sheet_id" DESC NULLS FIRST);--> statement-breakpoint
-- by hand
SELECT figures_read(name, 'own') FROM unnest(ARRAY['handover_sheet', 'dept', 'monitor_setting']) AS name;--> statement-breakpoint
-- The day and the shift of a sheet stand for good. Signed by the first it is frozen: it can be taken or sent back,
-- as it is. Taken, nothing of it changes any more. A sheet that was ever signed is not removed. Under which department it is
-- filed is not what it says: that alone may follow the departments of the house.
CREATE FUNCTION handover_sheet_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  moves text[] := ARRAY['state', 'version', 'given_by', 'given_name', 'given_at', 'taken_by', 'taken_name', 'taken_at', 'numbers',
    'facts_from', 'facts_to'];
  written text[] := moves || ARRAY['dept_id', 'items', 'equipment', 'family', 'remark'];
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.state <> 'DRAFT' OR EXISTS (SELECT 1 FROM handover_entry e WHERE e.org_id = OLD.org_id AND e.sheet_id = OLD.sheet_id) THEN
      PERFORM refuse_rule('handover_sheet_frozen', 'sheet ' || OLD.sheet_id || ' was signed');
    END IF;
    RETURN OLD;
  END IF;
  IF to_jsonb(NEW) - 'dept_id' = to_jsonb(OLD) - 'dept_id' THEN
    RETURN NEW;
  END IF;
  IF OLD.state = 'TAKEN' OR (OLD.state = 'DRAFT' AND (NEW.state = 'TAKEN' OR to_jsonb(NEW) - written <> to_jsonb(OLD) - written))
    OR (OLD.state = 'GIVEN' AND (to_jsonb(NEW) - moves <> to_jsonb(OLD) - moves OR NEW.state = 'GIVEN'
      OR (NEW.state = 'TAKEN' AND (NEW.numbers, NEW.given_by, NEW.given_name, NEW.given_at, NEW.facts_from, NEW.facts_to)
        IS DISTINCT FROM (OLD.numbers, OLD.given_by, OLD.given_name, OLD.given_at, OLD.facts_from, OLD.facts_to)))) THEN
    PERFORM refuse_rule('handover_sheet_frozen', 'sheet ' || OLD.sheet_id || ' is signed');
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER handover_sheet_frozen BEFORE UPDATE OR DELETE ON handover_sheet FOR EACH ROW
EXECUTE FUNCTION handover_sheet_frozen();--> statement-breakpoint
-- What stands on a sheet changes only while it is a draft; of a signed one only who was seen at the bed. The share lock keeps a
-- note from slipping in while somebody signs.
CREATE FUNCTION handover_part_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  org text := CASE TG_OP WHEN 'DELETE' THEN OLD.org_id ELSE NEW.org_id END;
  sheet text := CASE TG_OP WHEN 'DELETE' THEN OLD.sheet_id ELSE NEW.sheet_id END;
  held text;
BEGIN
  SELECT s.state INTO held FROM handover_sheet s WHERE s.org_id = org AND s.sheet_id = sheet FOR SHARE;
  IF held <> 'DRAFT' AND NOT (held = 'GIVEN' AND TG_OP = 'UPDATE' AND TG_TABLE_NAME = 'handover_elder'
    AND to_jsonb(NEW) - 'walked_at' = to_jsonb(OLD) - 'walked_at') THEN
    PERFORM refuse_rule('handover_part_frozen', 'sheet ' || sheet || ' is signed');
  END IF;
  IF TG_OP = 'DELETE' THEN
    RETURN OLD;
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER handover_fact_frozen BEFORE INSERT OR UPDATE OR DELETE ON handover_fact FOR EACH ROW
EXECUTE FUNCTION handover_part_frozen();--> statement-breakpoint
CREATE TRIGGER handover_elder_frozen BEFORE INSERT OR UPDATE OR DELETE ON handover_elder FOR EACH ROW
EXECUTE FUNCTION handover_part_frozen();--> statement-breakpoint
-- Entries only come, and additions only to a sheet that both have signed.
CREATE FUNCTION handover_entry_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM refuse_rule('handover_entry_stays', 'entries of a handover stay');
  ELSIF NEW.kind = 'ADDED' AND NOT EXISTS (SELECT 1 FROM handover_sheet s WHERE s.org_id = NEW.org_id AND s.sheet_id = NEW.sheet_id
    AND s.state = 'TAKEN') THEN
    PERFORM refuse_rule('handover_entry_stays', 'sheet ' || NEW.sheet_id || ' is not signed by both');
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER handover_entry_stays BEFORE INSERT OR UPDATE OR DELETE ON handover_entry FOR EACH ROW
EXECUTE FUNCTION handover_entry_stays();
