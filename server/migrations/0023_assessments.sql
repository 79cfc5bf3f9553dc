CREATE TABLE "assess_auth" (
	"org_id" varchar(64) NOT NULL,
	"user_id" varchar(64) NOT NULL,
	"granted_name" text NOT NULL,
	"granted_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "assess_auth_org_id_user_id_pk" PRIMARY KEY("org_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "assess_change" (
	"org_id" varchar(64) NOT NULL,
	"change_id" varchar(64) NOT NULL,
	"oldman_id" varchar(64) NOT NULL,
	"family" text DEFAULT 'ability' NOT NULL,
	"content" text NOT NULL,
	"happened_on" date NOT NULL,
	"by_name" text NOT NULL,
	"at" timestamptz(3) DEFAULT now() NOT NULL,
	"assessment_id" varchar(64),
	"closed_at" timestamptz(3),
	"closed_name" text,
	"closed_why" text,
	CONSTRAINT "assess_change_org_id_change_id_pk" PRIMARY KEY("org_id","change_id"),
	CONSTRAINT "assess_change_said" CHECK (btrim("assess_change"."content") <> ''),
	CONSTRAINT "assess_change_closed" CHECK (("assess_change"."closed_at" is null) = ("assess_change"."closed_why" is null))
);
--> statement-breakpoint
CREATE TABLE "assess_copy" (
	"org_id" varchar(64) NOT NULL,
	"copy_id" varchar(64) NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"words" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "assess_copy_org_id_copy_id_pk" PRIMARY KEY("org_id","copy_id"),
	CONSTRAINT "assess_copy_name" UNIQUE("org_id","name")
);
--> statement-breakpoint
CREATE TABLE "assess_kind" (
	"org_id" varchar(64) NOT NULL,
	"kind" text NOT NULL,
	"enabled" boolean NOT NULL,
	"expected" boolean NOT NULL,
	"months" integer NOT NULL,
	CONSTRAINT "assess_kind_org_id_kind_pk" PRIMARY KEY("org_id","kind"),
	CONSTRAINT "assess_kind_months" CHECK ("assess_kind"."months" between 1 and 60)
);
--> statement-breakpoint
CREATE TABLE "assess_level" (
	"org_id" varchar(64) NOT NULL,
	"kind" text NOT NULL,
	"level" integer NOT NULL,
	"nursing_level_id" varchar(64),
	CONSTRAINT "assess_level_org_id_kind_level_pk" PRIMARY KEY("org_id","kind","level")
);
--> statement-breakpoint
CREATE TABLE "assess_setting" (
	"org_id" varchar(64) NOT NULL,
	"raise_together" text DEFAULT 'single' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "assess_setting_org_id_pk" PRIMARY KEY("org_id"),
	CONSTRAINT "assess_setting_raise" CHECK ("assess_setting"."raise_together" in ('single', 'cumulative'))
);
--> statement-breakpoint
ALTER TABLE "assessment" DROP CONSTRAINT "assessment_type";--> statement-breakpoint
ALTER TABLE "assessment" ADD COLUMN "assess_no" text;--> statement-breakpoint
ALTER TABLE "assessment" ADD COLUMN "kind" text;--> statement-breakpoint
-- by hand
UPDATE "assessment" SET "kind" = (ARRAY['easy', 'of2013', 'of2023', 'of2023Plus'])["type" + 1];--> statement-breakpoint
ALTER TABLE "assessment" ALTER COLUMN "kind" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "assessment" ADD COLUMN "family" text GENERATED ALWAYS AS (case when type = 4 then kind else 'ability' end) STORED;--> statement-breakpoint
ALTER TABLE "assessment" ADD COLUMN "copy_id" varchar(64);--> statement-breakpoint
ALTER TABLE "assessment" ADD COLUMN "words" jsonb;--> statement-breakpoint
ALTER TABLE "assessment" ADD COLUMN "place" text;--> statement-breakpoint
ALTER TABLE "assessment" ADD COLUMN "remark" text;--> statement-breakpoint
ALTER TABLE "assessment" ADD COLUMN "photos" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "assessment" ADD COLUMN "inputs" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "assessment" ADD COLUMN "fields" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "assessment" ADD COLUMN "images" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "assessment" ADD COLUMN "head_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "assessment" ADD COLUMN "answered" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "assessment" ADD COLUMN "item_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "assessment" ADD COLUMN "proposed_level" integer;--> statement-breakpoint
ALTER TABLE "assessment" ADD COLUMN "stacking" text;--> statement-breakpoint
ALTER TABLE "assessment" ADD COLUMN "harms" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "assessment" ADD COLUMN "signature1" text;--> statement-breakpoint
ALTER TABLE "assessment" ADD COLUMN "signature2" text;--> statement-breakpoint
ALTER TABLE "assessment" ADD COLUMN "informant_signature" text;--> statement-breakpoint
ALTER TABLE "assessment" ADD COLUMN "family_signature" text;--> statement-breakpoint
ALTER TABLE "assessment" ADD COLUMN "family_name" text;--> statement-breakpoint
ALTER TABLE "assessment" ADD COLUMN "family_signed_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "assessment" ADD COLUMN "signed_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "assessment" ADD COLUMN "void_reason" text;--> statement-breakpoint
ALTER TABLE "assessment" ADD COLUMN "voided_by" varchar(64);--> statement-breakpoint
ALTER TABLE "assessment" ADD COLUMN "voided_name" text;--> statement-breakpoint
ALTER TABLE "assessment" ADD COLUMN "voided_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "assessment" ADD COLUMN "updated_name" text;--> statement-breakpoint
ALTER TABLE "assessment" ADD COLUMN "updated_at" timestamptz(3) DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "assess_auth" ADD CONSTRAINT "assess_auth_account" FOREIGN KEY ("org_id","user_id") REFERENCES "public"."account"("org_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assess_change" ADD CONSTRAINT "assess_change_oldman" FOREIGN KEY ("org_id","oldman_id") REFERENCES "public"."oldman"("org_id","oldman_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assess_level" ADD CONSTRAINT "assess_level_nursing" FOREIGN KEY ("org_id","nursing_level_id") REFERENCES "public"."nursing_level"("org_id","level_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "assess_change_open" ON "assess_change" USING btree ("org_id","oldman_id","family") WHERE closed_at is null;--> statement-breakpoint
ALTER TABLE "assessment" ADD CONSTRAINT "assessment_copy" FOREIGN KEY ("org_id","copy_id") REFERENCES "public"."assess_copy"("org_id","copy_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "assessment_list" ON "assessment" USING btree ("org_id","assess_date" DESC NULLS FIRST,"assessment_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "assessment_type_list" ON "assessment" USING btree ("org_id","type","assess_date" DESC NULLS FIRST,"assessment_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "assessment_open" ON "assessment" USING btree ("org_id","state","assess_date") WHERE state in ('DRAFT', 'WAITING');--> statement-breakpoint
CREATE INDEX "assessment_level_list" ON "assessment" USING btree ("org_id","final_level","assess_date" DESC NULLS FIRST,"assessment_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "assessment_first" ON "assessment" USING btree ("org_id","assessor1","assess_date" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "assessment_second" ON "assessment" USING btree ("org_id","assessor2","assess_date" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "assessment_last" ON "assessment" USING btree ("org_id","oldman_id","family","assess_date" DESC NULLS FIRST,"created_at" DESC NULLS FIRST) WHERE state = 'DONE';--> statement-breakpoint
ALTER TABLE "assessment" ADD CONSTRAINT "assessment_no" UNIQUE("org_id","assess_no");--> statement-breakpoint
ALTER TABLE "assessment" ADD CONSTRAINT "assessment_of_somebody" CHECK ("assessment"."oldman_id" is not null or "assessment"."consultation_id" is not null);--> statement-breakpoint
ALTER TABLE "assessment" ADD CONSTRAINT "assessment_two" CHECK ("assessment"."assessor2" is null or "assessment"."assessor2" <> "assessment"."assessor1");--> statement-breakpoint
ALTER TABLE "assessment" ADD CONSTRAINT "assessment_second_needed" CHECK ("assessment"."state" not in ('DONE', 'VOID') or "assessment"."type" not in (1, 2, 3) or "assessment"."assessor2" is not null);--> statement-breakpoint
ALTER TABLE "assessment" ADD CONSTRAINT "assessment_signed" CHECK ("assessment"."signed_at" is null or ("assessment"."state" in ('DONE', 'VOID') and "assessment"."final_level" is not null and "assessment"."signature1" is not null
      and ("assessment"."type" not in (1, 2, 3) or "assessment"."signature2" is not null)));--> statement-breakpoint
ALTER TABLE "assessment" ADD CONSTRAINT "assessment_changed_why" CHECK ("assessment"."signed_at" is null or "assessment"."final_level" = "assessment"."proposed_level" or btrim(coalesce("assessment"."level_reason", '')) <> '');--> statement-breakpoint
ALTER TABLE "assessment" ADD CONSTRAINT "assessment_voided" CHECK (("assessment"."state" = 'VOID') = ("assessment"."voided_at" is not null) and ("assessment"."voided_at" is null or btrim(coalesce("assessment"."void_reason", '')) <> ''));--> statement-breakpoint
ALTER TABLE "assessment" ADD CONSTRAINT "assessment_type" CHECK ("assessment"."type" between 0 and 4);--> statement-breakpoint
-- by hand
SELECT hold_files('nursing.assessment', 'assessment', 'assessment_id', 'photos,images');--> statement-breakpoint
SELECT figures_read(name, 'own') FROM unnest(ARRAY['assessment', 'assess_change', 'assess_kind']) AS name;--> statement-breakpoint
-- What it is an assessment of, and by which questionnaire, stands from the beginning; a consultation's goes along with the archive.
-- A finished one never changes: it is bound or not, the family signs once, and it can be voided. A voided one stays as it is.
CREATE FUNCTION assessment_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  tracks text[] := ARRAY['family', 'version', 'updated_at', 'updated_name'];
  binding text[] := tracks || ARRAY['bound', 'oldman_id'];
  signing text[] := tracks || ARRAY['family_signature', 'family_name', 'family_signed_at'];
  voiding text[] := tracks || ARRAY['bound', 'state', 'void_reason', 'voided_by', 'voided_name', 'voided_at'];
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.state IN ('DONE', 'VOID') THEN
      PERFORM refuse_rule('assessment_frozen', 'assessment ' || OLD.assessment_id || ' is finished');
    END IF;
    RETURN OLD;
  END IF;
  IF (NEW.type, NEW.kind, NEW.consultation_id) IS DISTINCT FROM (OLD.type, OLD.kind, OLD.consultation_id)
    OR (OLD.oldman_id IS NOT NULL AND NEW.oldman_id IS DISTINCT FROM OLD.oldman_id) THEN
    PERFORM refuse_rule('assessment_frozen', 'assessment ' || OLD.assessment_id || ' is of somebody else');
  END IF;
  IF (OLD.state IN ('DRAFT', 'WAITING') AND NEW.state = 'VOID') OR (OLD.state = 'VOID')
    OR (OLD.state = 'DONE' AND NOT (
      to_jsonb(NEW) - binding = to_jsonb(OLD) - binding
      OR (OLD.family_signature IS NULL AND to_jsonb(NEW) - signing = to_jsonb(OLD) - signing)
      OR (NEW.state = 'VOID' AND NOT NEW.bound AND to_jsonb(NEW) - voiding = to_jsonb(OLD) - voiding))) THEN
    PERFORM refuse_rule('assessment_frozen', 'assessment ' || OLD.assessment_id || ' is finished');
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER assessment_frozen BEFORE UPDATE OR DELETE ON assessment FOR EACH ROW EXECUTE FUNCTION assessment_frozen();
