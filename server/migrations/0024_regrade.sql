CREATE TABLE "regrade" (
	"org_id" varchar(64) NOT NULL,
	"regrade_id" varchar(64) NOT NULL,
	"regrade_no" text NOT NULL,
	"oldman_id" varchar(64) NOT NULL,
	"stay_id" varchar(64) NOT NULL,
	"assessment_id" varchar(64),
	"old_level_id" varchar(64),
	"new_level_id" varchar(64) NOT NULL,
	"effective_date" date NOT NULL,
	"reason" text NOT NULL,
	"level_reason" text,
	"informed" text,
	"choices" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"template_id" varchar(64),
	"state" integer DEFAULT 0 NOT NULL,
	"applicant_id" varchar(64) NOT NULL,
	"submitted_at" timestamptz(3),
	"decided_by" varchar(64),
	"decided_at" timestamptz(3),
	"opinion" text,
	"second" boolean DEFAULT true NOT NULL,
	"plan_id" varchar(64),
	"contract_id" varchar(64),
	"images" jsonb,
	"back_by" varchar(64),
	"back_at" timestamptz(3),
	"back_reason" text,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "regrade_org_id_regrade_id_pk" PRIMARY KEY("org_id","regrade_id"),
	CONSTRAINT "regrade_state_range" CHECK ("regrade"."state" between 0 and 6),
	CONSTRAINT "regrade_submitted" CHECK ("regrade"."state" not in (1, 2, 3, 5) or "regrade"."submitted_at" is not null),
	CONSTRAINT "regrade_approved" CHECK (("regrade"."state" in (2, 5)) = ("regrade"."images" is not null)
      and ("regrade"."state" not in (2, 5) or ("regrade"."decided_by" is not null and "regrade"."decided_at" is not null))),
	CONSTRAINT "regrade_opinion" CHECK ("regrade"."state" <> 3 or btrim(coalesce("regrade"."opinion", '')) <> ''),
	CONSTRAINT "regrade_own" CHECK ("regrade"."state" not in (2, 3, 5) or not "regrade"."second" or "regrade"."decided_by" <> "regrade"."applicant_id"),
	CONSTRAINT "regrade_back" CHECK (("regrade"."state" = 5) = ("regrade"."back_at" is not null) and ("regrade"."state" <> 5 or ("regrade"."back_by" is not null
      and btrim(coalesce("regrade"."back_reason", '')) <> ''))),
	CONSTRAINT "regrade_reason" CHECK (btrim("regrade"."reason") <> '')
);
--> statement-breakpoint
CREATE TABLE "regrade_step" (
	"org_id" varchar(64) NOT NULL,
	"step_id" varchar(64) NOT NULL,
	"regrade_id" varchar(64) NOT NULL,
	"what" text NOT NULL,
	"opinion" text,
	"user_id" varchar(64),
	"user_name" text NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "regrade_step_org_id_step_id_pk" PRIMARY KEY("org_id","step_id")
);
--> statement-breakpoint
ALTER TABLE "regrade" ADD CONSTRAINT "regrade_oldman" FOREIGN KEY ("org_id","oldman_id") REFERENCES "public"."oldman"("org_id","oldman_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "regrade" ADD CONSTRAINT "regrade_level" FOREIGN KEY ("org_id","new_level_id") REFERENCES "public"."nursing_level"("org_id","level_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "regrade_step" ADD CONSTRAINT "regrade_step_regrade" FOREIGN KEY ("org_id","regrade_id") REFERENCES "public"."regrade"("org_id","regrade_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "regrade_open" ON "regrade" USING btree ("org_id","oldman_id") WHERE state in (0, 1, 3);--> statement-breakpoint
CREATE UNIQUE INDEX "regrade_no" ON "regrade" USING btree ("org_id","regrade_no");--> statement-breakpoint
CREATE INDEX "regrade_of" ON "regrade" USING btree ("org_id","oldman_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "regrade_state" ON "regrade" USING btree ("org_id","state","created_at" DESC NULLS FIRST,"regrade_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "regrade_list" ON "regrade" USING btree ("org_id","created_at" DESC NULLS FIRST,"regrade_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "regrade_step_of" ON "regrade_step" USING btree ("org_id","regrade_id","created_at");--> statement-breakpoint
-- by hand
-- A change of level goes only the ways of its table, is approved once, and an approved one keeps what was approved.
CREATE FUNCTION regrade_moves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.state <> OLD.state AND NOT (OLD.state IN (0, 3) AND NEW.state IN (1, 4, 6)
    OR OLD.state = 1 AND NEW.state IN (0, 2, 3, 6) OR OLD.state = 2 AND NEW.state = 5) THEN
    PERFORM refuse_rule('regrade_moves', 'regrade ' || OLD.regrade_id || ' goes not from ' || OLD.state || ' to ' || NEW.state);
  END IF;
  IF OLD.state IN (2, 4, 5, 6) AND to_jsonb(NEW) - ARRAY['state', 'back_by', 'back_at', 'back_reason', 'version', 'updated_at']
      <> to_jsonb(OLD) - ARRAY['state', 'back_by', 'back_at', 'back_reason', 'version', 'updated_at'] THEN
    PERFORM refuse_rule('regrade_moves', 'regrade ' || OLD.regrade_id || ' is decided');
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER regrade_moves BEFORE UPDATE ON regrade FOR EACH ROW EXECUTE FUNCTION regrade_moves();--> statement-breakpoint
-- What happened to it stays.
CREATE FUNCTION regrade_step_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refuse_rule('regrade_step_stays', 'steps of a change of level stay');
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER regrade_step_stays BEFORE UPDATE ON regrade_step FOR EACH ROW EXECUTE FUNCTION regrade_step_stays();--> statement-breakpoint
SELECT figures_read('regrade', 'own');
