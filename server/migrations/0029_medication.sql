CREATE TABLE "drug_move" (
	"org_id" varchar(64) NOT NULL,
	"move_id" varchar(64) NOT NULL,
	"stock_id" varchar(64) NOT NULL,
	"seq" integer DEFAULT 0 NOT NULL,
	"oldman_id" varchar(64) NOT NULL,
	"drug_id" varchar(64) NOT NULL,
	"keep_type" integer NOT NULL,
	"delta" numeric(12, 3) NOT NULL,
	"after" numeric(12, 3) DEFAULT '0' NOT NULL,
	"slip_id" varchar(64),
	"take_id" varchar(64),
	"day" date DEFAULT current_date NOT NULL,
	"user_id" varchar(64),
	"user_name" text,
	"at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "drug_move_org_id_move_id_pk" PRIMARY KEY("org_id","move_id"),
	CONSTRAINT "drug_move_chain" UNIQUE("org_id","stock_id","seq"),
	CONSTRAINT "drug_move_type" CHECK ("drug_move"."keep_type" between 1 and 9),
	CONSTRAINT "drug_move_sign" CHECK ("drug_move"."delta" <> 0 and ("drug_move"."delta" < 0) = ("drug_move"."keep_type" in (2, 3, 5, 6, 8)) and abs("drug_move"."delta") <= 100000),
	CONSTRAINT "drug_move_after" CHECK ("drug_move"."after" >= 0),
	CONSTRAINT "drug_move_paper" CHECK (("drug_move"."slip_id" is not null) = ("drug_move"."keep_type" <= 5)),
	CONSTRAINT "drug_move_for_take" CHECK (("drug_move"."take_id" is not null) = ("drug_move"."keep_type" >= 6)),
	CONSTRAINT "drug_move_day" CHECK ("drug_move"."day" <= "drug_move"."at"::date)
);
--> statement-breakpoint
CREATE TABLE "drug_slip" (
	"org_id" varchar(64) NOT NULL,
	"slip_id" varchar(64) NOT NULL,
	"slip_no" text NOT NULL,
	"oldman_id" varchar(64) NOT NULL,
	"keep_type" integer NOT NULL,
	"source" text,
	"person" text,
	"relation" text,
	"user_id" varchar(64),
	"user_name" text NOT NULL,
	"witness_id" varchar(64),
	"witness_name" text,
	"reason" text,
	"photos" text[],
	"at" timestamptz(3) DEFAULT now() NOT NULL,
	"prints" integer DEFAULT 0 NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "drug_slip_org_id_slip_id_pk" PRIMARY KEY("org_id","slip_id"),
	CONSTRAINT "drug_slip_no" UNIQUE("org_id","slip_no"),
	CONSTRAINT "drug_slip_type" CHECK ("drug_slip"."keep_type" between 1 and 5),
	CONSTRAINT "drug_slip_source" CHECK ("drug_slip"."source" in ('FAMILY','HOUSE','SELF')),
	CONSTRAINT "drug_slip_deposit" CHECK (("drug_slip"."keep_type" = 1) = ("drug_slip"."source" is not null)),
	CONSTRAINT "drug_slip_person" CHECK ("drug_slip"."keep_type" not in (1, 2) or btrim(coalesce("drug_slip"."person", '')) <> ''),
	CONSTRAINT "drug_slip_reason" CHECK ("drug_slip"."keep_type" not in (3, 4, 5) or btrim(coalesce("drug_slip"."reason", '')) <> ''),
	CONSTRAINT "drug_slip_witness" CHECK ("drug_slip"."witness_id" is null or "drug_slip"."witness_id" is distinct from "drug_slip"."user_id")
);
--> statement-breakpoint
CREATE TABLE "drug_stock" (
	"org_id" varchar(64) NOT NULL,
	"stock_id" varchar(64) NOT NULL,
	"oldman_id" varchar(64) NOT NULL,
	"drug_id" varchar(64) NOT NULL,
	"batch_no" text DEFAULT '' NOT NULL,
	"expiry" date NOT NULL,
	"open_until" date,
	"opened_on" date,
	"quantity" numeric(12, 3) DEFAULT '0' NOT NULL,
	"seq" integer DEFAULT 0 NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "drug_stock_org_id_stock_id_pk" PRIMARY KEY("org_id","stock_id"),
	CONSTRAINT "drug_stock_same" UNIQUE("org_id","oldman_id","drug_id","batch_no","expiry"),
	CONSTRAINT "drug_stock_whose" UNIQUE("org_id","stock_id","oldman_id","drug_id"),
	CONSTRAINT "drug_stock_enough" CHECK ("drug_stock"."quantity" >= 0),
	CONSTRAINT "drug_stock_opened" CHECK (("drug_stock"."opened_on" is null) = ("drug_stock"."open_until" is null))
);
--> statement-breakpoint
CREATE TABLE "drug" (
	"org_id" varchar(64) NOT NULL,
	"drug_id" varchar(64) NOT NULL,
	"drug_name" text NOT NULL,
	"pinyin" text DEFAULT '' NOT NULL,
	"initials" text DEFAULT '' NOT NULL,
	"trade_name" text,
	"substance" text,
	"form" text,
	"drug_type" text,
	"manage_class" text,
	"spec" text NOT NULL,
	"min_unit" text NOT NULL,
	"pack_unit" text DEFAULT '盒' NOT NULL,
	"pack_factor" numeric(9, 3) DEFAULT '1' NOT NULL,
	"strength" numeric(12, 4),
	"strength_unit" text,
	"maker" text,
	"approval_no" text,
	"storage" integer DEFAULT 1 NOT NULL,
	"light_proof" boolean DEFAULT false NOT NULL,
	"high_alert" text,
	"look_alike" text,
	"no_crush" boolean DEFAULT false NOT NULL,
	"open_days" smallint,
	"allergies" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"picture" text,
	"remark" text,
	"enabled" boolean DEFAULT true NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "drug_org_id_drug_id_pk" PRIMARY KEY("org_id","drug_id"),
	CONSTRAINT "drug_same" UNIQUE NULLS NOT DISTINCT("org_id","drug_name","spec","maker"),
	CONSTRAINT "drug_pack_factor" CHECK ("drug"."pack_factor" > 0),
	CONSTRAINT "drug_strength" CHECK (("drug"."strength" is null) = ("drug"."strength_unit" is null) and ("drug"."strength" is null or "drug"."strength" > 0)),
	CONSTRAINT "drug_storage" CHECK ("drug"."storage" between 1 and 4),
	CONSTRAINT "drug_high_alert" CHECK ("drug"."high_alert" in ('INSULIN','SUGAR','CLOT','DIGOXIN','SEDATIVE','OPIOID','PSYCHOTIC','EPILEPSY','METHOTREXATE','POTASSIUM','CONTROLLED')),
	CONSTRAINT "drug_open_days" CHECK ("drug"."open_days" between 1 and 730)
);
--> statement-breakpoint
CREATE TABLE "drug_recall" (
	"org_id" varchar(64) NOT NULL,
	"recall_id" varchar(64) NOT NULL,
	"drug_id" varchar(64) NOT NULL,
	"batch_no" text NOT NULL,
	"reason" text NOT NULL,
	"user_name" text NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"closed_at" timestamptz(3),
	"closed_by" text,
	"closed_why" text,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "drug_recall_org_id_recall_id_pk" PRIMARY KEY("org_id","recall_id"),
	CONSTRAINT "drug_recall_closed" CHECK (("drug_recall"."closed_at" is null) = ("drug_recall"."closed_why" is null))
);
--> statement-breakpoint
CREATE TABLE "drug_setting" (
	"org_id" varchar(64) NOT NULL,
	"short_days" smallint DEFAULT 3 NOT NULL,
	"low_days" smallint DEFAULT 7 NOT NULL,
	"expiry_days" smallint DEFAULT 30 NOT NULL,
	"rest_days" smallint DEFAULT 30 NOT NULL,
	"one_at_night" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "drug_setting_org_id_pk" PRIMARY KEY("org_id"),
	CONSTRAINT "drug_setting_days" CHECK ("drug_setting"."short_days" between 1 and 60 and "drug_setting"."low_days" between "drug_setting"."short_days" and 90),
	CONSTRAINT "drug_setting_expiry" CHECK ("drug_setting"."expiry_days" between 1 and 365 and "drug_setting"."rest_days" between 0 and 365)
);
--> statement-breakpoint
CREATE TABLE "drug_round_setting" (
	"org_id" varchar(64) NOT NULL,
	"slots" jsonb NOT NULL,
	"early_minutes" smallint NOT NULL,
	"late_minutes" smallint NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "drug_round_setting_org_id_pk" PRIMARY KEY("org_id"),
	CONSTRAINT "drug_round_setting_minutes" CHECK ("drug_round_setting"."early_minutes" between 0 and 180 and "drug_round_setting"."late_minutes" between 15 and 240)
);
--> statement-breakpoint
CREATE TABLE "drug_take" (
	"org_id" varchar(64) NOT NULL,
	"take_id" varchar(64) NOT NULL,
	"use_id" varchar(64) NOT NULL,
	"oldman_id" varchar(64) NOT NULL,
	"drug_id" varchar(64) NOT NULL,
	"dose" numeric(12, 3) NOT NULL,
	"plan_time" timestamptz(3) NOT NULL,
	"open_from" timestamptz(3) NOT NULL,
	"due_until" timestamptz(3) NOT NULL,
	"late_until" timestamptz(3) NOT NULL,
	"needed" boolean DEFAULT false NOT NULL,
	"high_alert" boolean DEFAULT false NOT NULL,
	"state" text DEFAULT 'WAITING' NOT NULL,
	"state_at" timestamptz(3) DEFAULT now() NOT NULL,
	"set_out_at" timestamptz(3),
	"set_out_by" varchar(64),
	"checked_at" timestamptz(3),
	"checked_by" varchar(64),
	"scanned" text,
	"alone" boolean DEFAULT false NOT NULL,
	"done_at" timestamptz(3),
	"done_by" varchar(64),
	"recorded_at" timestamptz(3),
	"reason" text,
	"late" boolean DEFAULT false NOT NULL,
	"together_no" varchar(64),
	"asked" text,
	"opened" boolean,
	"drawn" boolean DEFAULT false NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"out_id" varchar(64),
	"effect" text,
	"effect_at" timestamptz(3),
	"effect_by" varchar(64),
	"handled_at" timestamptz(3),
	"handled_by" varchar(64),
	"handling" text,
	"told_doctor" boolean DEFAULT false NOT NULL,
	"told_family" boolean DEFAULT false NOT NULL,
	"terminal" text DEFAULT 'console' NOT NULL,
	"remark" text,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "drug_take_org_id_take_id_pk" PRIMARY KEY("org_id","take_id"),
	CONSTRAINT "drug_take_once" UNIQUE("org_id","use_id","plan_time"),
	CONSTRAINT "drug_take_dose" CHECK ("drug_take"."dose" > 0),
	CONSTRAINT "drug_take_state" CHECK ("drug_take"."state" in ('WAITING', 'SET_OUT', 'CHECKED', 'GIVEN', 'REFUSED', 'VOMITED', 'MISSED', 'OUT', 'ALONG', 'HOSPITAL', 'STOPPED', 'PAUSED')),
	CONSTRAINT "drug_take_window" CHECK ("drug_take"."open_from" <= "drug_take"."plan_time" and "drug_take"."plan_time" <= "drug_take"."due_until" and "drug_take"."due_until" <= "drug_take"."late_until"),
	CONSTRAINT "drug_take_set_out" CHECK (("drug_take"."set_out_at" is null) = ("drug_take"."set_out_by" is null) and ("drug_take"."state" not in ('SET_OUT', 'CHECKED', 'GIVEN', 'VOMITED', 'ALONG') or ("drug_take"."set_out_by" is not null and "drug_take"."drawn"))),
	CONSTRAINT "drug_take_checked" CHECK (("drug_take"."checked_at" is null) = ("drug_take"."checked_by" is null) and ("drug_take"."state" not in ('CHECKED', 'GIVEN', 'VOMITED', 'ALONG') or "drug_take"."checked_by" is not null)),
	CONSTRAINT "drug_take_second" CHECK ("drug_take"."checked_by" is null or "drug_take"."set_out_by" is not null and case when "drug_take"."alone" then "drug_take"."checked_by" = "drug_take"."set_out_by" and not "drug_take"."high_alert" else "drug_take"."checked_by" <> "drug_take"."set_out_by" end),
	CONSTRAINT "drug_take_done" CHECK (("drug_take"."done_at" is null) = ("drug_take"."done_by" is null) and ("drug_take"."done_at" is null) = ("drug_take"."recorded_at" is null)
  and ("drug_take"."state" in ('GIVEN', 'REFUSED', 'VOMITED')) = ("drug_take"."done_at" is not null) and "drug_take"."done_at" <= "drug_take"."recorded_at"),
	CONSTRAINT "drug_take_reason" CHECK (("drug_take"."state" not in ('REFUSED', 'VOMITED') and not "drug_take"."late") or btrim(coalesce("drug_take"."reason", '')) <> ''),
	CONSTRAINT "drug_take_opened" CHECK (("drug_take"."state" = 'REFUSED') = ("drug_take"."opened" is not null)),
	CONSTRAINT "drug_take_idle" CHECK ("drug_take"."state" not in ('WAITING', 'OUT', 'HOSPITAL', 'PAUSED') or (not "drug_take"."drawn" and "drug_take"."set_out_by" is null)),
	CONSTRAINT "drug_take_along" CHECK (("drug_take"."state" = 'ALONG') = ("drug_take"."out_id" is not null)),
	CONSTRAINT "drug_take_asked" CHECK (not ("drug_take"."late" and "drug_take"."high_alert" and "drug_take"."state" = 'GIVEN') or "drug_take"."asked" is not null),
	CONSTRAINT "drug_take_handled" CHECK (("drug_take"."handled_at" is null) = ("drug_take"."handled_by" is null) and ("drug_take"."handled_at" is null or "drug_take"."handling" is not null)),
	CONSTRAINT "drug_take_effect" CHECK (("drug_take"."effect" is null) = ("drug_take"."effect_at" is null) and ("drug_take"."effect" is null or "drug_take"."needed"))
);
--> statement-breakpoint
CREATE TABLE "drug_take_act" (
	"org_id" varchar(64) NOT NULL,
	"take_id" varchar(64) NOT NULL,
	"step" smallint NOT NULL,
	"act" text NOT NULL,
	"from_state" text NOT NULL,
	"to_state" text NOT NULL,
	"at" timestamptz(3) DEFAULT now() NOT NULL,
	"by" varchar(64),
	"words" text,
	CONSTRAINT "drug_take_act_org_id_take_id_step_pk" PRIMARY KEY("org_id","take_id","step")
);
--> statement-breakpoint
CREATE TABLE "drug_use" (
	"org_id" varchar(64) NOT NULL,
	"use_id" varchar(64) NOT NULL,
	"oldman_id" varchar(64) NOT NULL,
	"drug_id" varchar(64) NOT NULL,
	"dose" numeric(12, 3) NOT NULL,
	"route" integer NOT NULL,
	"frequency" text NOT NULL,
	"clocks" text[] DEFAULT '{}' NOT NULL,
	"weekdays" smallint[] DEFAULT '{}' NOT NULL,
	"timing" integer,
	"start_date" date NOT NULL,
	"end_date" date,
	"since" timestamptz(3) DEFAULT now() NOT NULL,
	"give_how" text,
	"order_source" text NOT NULL,
	"doctor" text,
	"sheets" text[],
	"remark" text,
	"needed_for" text,
	"least_hours" numeric(12, 3),
	"most_per_day" smallint,
	"state" text DEFAULT 'ON' NOT NULL,
	"paused_at" timestamptz(3),
	"pause_reason" text,
	"ended_at" timestamptz(3),
	"ended_by" varchar(64),
	"end_reason" text,
	"instead_of" varchar(64),
	"confirmed" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" varchar(64),
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "drug_use_org_id_use_id_pk" PRIMARY KEY("org_id","use_id"),
	CONSTRAINT "drug_use_whose" UNIQUE("org_id","use_id","oldman_id","drug_id"),
	CONSTRAINT "drug_use_dose" CHECK ("drug_use"."dose" > 0 and "drug_use"."dose" <= 9999),
	CONSTRAINT "drug_use_frequency" CHECK ("drug_use"."frequency" in ('QD', 'BID', 'TID', 'QID', 'Q4H', 'Q6H', 'Q8H', 'Q12H', 'QN', 'QOD', 'QW', 'BIW', 'PRN', 'ST', 'SOS')),
	CONSTRAINT "drug_use_source" CHECK ("drug_use"."order_source" in ('hospital', 'house', 'family')),
	CONSTRAINT "drug_use_state" CHECK ("drug_use"."state" in ('ON', 'PAUSED', 'ENDED')),
	CONSTRAINT "drug_use_days" CHECK ("drug_use"."end_date" is null or "drug_use"."end_date" >= "drug_use"."start_date"),
	CONSTRAINT "drug_use_ended" CHECK (("drug_use"."state" = 'ENDED') = ("drug_use"."ended_at" is not null) and ("drug_use"."ended_at" is null or "drug_use"."end_reason" is not null)),
	CONSTRAINT "drug_use_paused" CHECK (("drug_use"."state" = 'PAUSED') <= ("drug_use"."paused_at" is not null and "drug_use"."pause_reason" is not null)),
	CONSTRAINT "drug_use_times" CHECK (case when "drug_use"."frequency" in ('PRN', 'SOS') then cardinality("drug_use"."clocks") = 0 else cardinality("drug_use"."clocks") between 1 and 24 end),
	CONSTRAINT "drug_use_weekdays" CHECK (cardinality("drug_use"."weekdays") = case "drug_use"."frequency" when 'QW' then 1 when 'BIW' then 2 else 0 end
  and 1 <= all("drug_use"."weekdays") and 7 >= all("drug_use"."weekdays")),
	CONSTRAINT "drug_use_needed" CHECK (case when "drug_use"."frequency" = 'PRN' then "drug_use"."needed_for" is not null and "drug_use"."least_hours" > 0 and "drug_use"."most_per_day" between 1 and 24
  else "drug_use"."least_hours" is null and "drug_use"."most_per_day" is null end)
);
--> statement-breakpoint
ALTER TABLE "drug_move" ADD CONSTRAINT "drug_move_stock" FOREIGN KEY ("org_id","stock_id","oldman_id","drug_id") REFERENCES "public"."drug_stock"("org_id","stock_id","oldman_id","drug_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drug_move" ADD CONSTRAINT "drug_move_of_slip" FOREIGN KEY ("org_id","slip_id") REFERENCES "public"."drug_slip"("org_id","slip_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drug_slip" ADD CONSTRAINT "drug_slip_oldman" FOREIGN KEY ("org_id","oldman_id") REFERENCES "public"."oldman"("org_id","oldman_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drug_stock" ADD CONSTRAINT "drug_stock_oldman" FOREIGN KEY ("org_id","oldman_id") REFERENCES "public"."oldman"("org_id","oldman_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drug_stock" ADD CONSTRAINT "drug_stock_drug" FOREIGN KEY ("org_id","drug_id") REFERENCES "public"."drug"("org_id","drug_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drug" ADD CONSTRAINT "drug_org_id_organization_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organization"("org_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drug_recall" ADD CONSTRAINT "drug_recall_drug" FOREIGN KEY ("org_id","drug_id") REFERENCES "public"."drug"("org_id","drug_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drug_setting" ADD CONSTRAINT "drug_setting_org_id_organization_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organization"("org_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drug_round_setting" ADD CONSTRAINT "drug_round_setting_org_id_organization_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organization"("org_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drug_take" ADD CONSTRAINT "drug_take_use" FOREIGN KEY ("org_id","use_id","oldman_id","drug_id") REFERENCES "public"."drug_use"("org_id","use_id","oldman_id","drug_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drug_take_act" ADD CONSTRAINT "drug_take_act_of" FOREIGN KEY ("org_id","take_id") REFERENCES "public"."drug_take"("org_id","take_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drug_use" ADD CONSTRAINT "drug_use_oldman" FOREIGN KEY ("org_id","oldman_id") REFERENCES "public"."oldman"("org_id","oldman_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drug_use" ADD CONSTRAINT "drug_use_of_drug" FOREIGN KEY ("org_id","drug_id") REFERENCES "public"."drug"("org_id","drug_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "drug_move_list" ON "drug_move" USING btree ("org_id","at" DESC NULLS FIRST,"move_id");--> statement-breakpoint
CREATE INDEX "drug_move_of" ON "drug_move" USING btree ("org_id","oldman_id","at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "drug_move_slip" ON "drug_move" USING btree ("org_id","slip_id") WHERE slip_id is not null;--> statement-breakpoint
CREATE INDEX "drug_move_take" ON "drug_move" USING btree ("org_id","take_id") WHERE take_id is not null;--> statement-breakpoint
CREATE INDEX "drug_slip_of" ON "drug_slip" USING btree ("org_id","oldman_id","at" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "drug_stock_batch" ON "drug_stock" USING btree ("org_id","oldman_id","drug_id","batch_no") WHERE batch_no <> '';--> statement-breakpoint
CREATE INDEX "drug_stock_of_drug" ON "drug_stock" USING btree ("org_id","drug_id","batch_no");--> statement-breakpoint
CREATE INDEX "drug_stock_left" ON "drug_stock" USING btree ("org_id","oldman_id","drug_id") WHERE quantity > 0;--> statement-breakpoint
CREATE UNIQUE INDEX "drug_recall_one" ON "drug_recall" USING btree ("org_id","drug_id","batch_no") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "drug_recall_list" ON "drug_recall" USING btree ("org_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "drug_take_single" ON "drug_take" USING btree ("org_id","oldman_id","drug_id","plan_time") WHERE state <> 'STOPPED' and not needed;--> statement-breakpoint
CREATE INDEX "drug_take_of" ON "drug_take" USING btree ("org_id","oldman_id","plan_time");--> statement-breakpoint
CREATE INDEX "drug_take_day" ON "drug_take" USING btree ("org_id","plan_time");--> statement-breakpoint
CREATE INDEX "drug_take_of_drug" ON "drug_take" USING btree ("org_id","drug_id","plan_time");--> statement-breakpoint
CREATE INDEX "drug_take_due" ON "drug_take" USING btree ("due_until") WHERE state in ('WAITING', 'SET_OUT', 'CHECKED');--> statement-breakpoint
CREATE INDEX "drug_take_unhandled" ON "drug_take" USING btree ("org_id","plan_time") WHERE state in ('REFUSED', 'VOMITED', 'MISSED') and handled_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "drug_use_next" ON "drug_use" USING btree ("org_id","instead_of") WHERE instead_of is not null;--> statement-breakpoint
CREATE INDEX "drug_use_of" ON "drug_use" USING btree ("org_id","oldman_id","state");--> statement-breakpoint
CREATE INDEX "drug_use_drug" ON "drug_use" USING btree ("org_id","drug_id","state");--> statement-breakpoint
CREATE INDEX "drug_use_list" ON "drug_use" USING btree ("org_id","created_at" DESC NULLS FIRST,"use_id" DESC NULLS FIRST);--> statement-breakpoint
-- by hand
SELECT figures_read(name, 'own') FROM unnest(ARRAY['drug', 'drug_recall', 'drug_setting', 'drug_stock', 'drug_take', 'drug_use']) AS name;--> statement-breakpoint
SELECT hold_files('drug.dict', 'drug', 'drug_id', 'picture');--> statement-breakpoint
SELECT hold_files('drug.slip', 'drug_slip', 'slip_id', 'photos');--> statement-breakpoint
SELECT hold_files('drug.use', 'drug_use', 'use_id', 'sheets');--> statement-breakpoint
-- Every movement goes through here: it takes its place in the chain of its batch and moves the stock with it, so that no
-- statement can do one without the other. Nothing is given that is expired or recalled, and nothing comes back that was
-- not taken.
CREATE FUNCTION drug_move_in() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  s drug_stock%ROWTYPE;
  taken numeric;
BEGIN
  SELECT * INTO s FROM drug_stock x WHERE x.org_id = NEW.org_id AND x.stock_id = NEW.stock_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    PERFORM refuse_rule('drug_move_stock', 'no batch ' || NEW.stock_id);
  END IF;
  NEW.seq := s.seq + 1;
  NEW.after := s.quantity + NEW.delta;
  IF NEW.after < 0 THEN
    PERFORM refuse_rule('drug_stock_enough', 'batch ' || NEW.stock_id || ' has ' || s.quantity);
  END IF;
  IF NEW.keep_type IN (6, 8) THEN
    IF least(s.expiry, s.open_until) < NEW.day THEN
      PERFORM refuse_rule('drug_move_expired', 'batch ' || NEW.stock_id || ' is expired');
    END IF;
    IF EXISTS (SELECT 1 FROM drug_recall r WHERE r.org_id = s.org_id AND r.drug_id = s.drug_id AND r.batch_no = s.batch_no
      AND r.closed_at IS NULL) THEN
      PERFORM refuse_rule('drug_move_recalled', 'batch ' || NEW.stock_id || ' is recalled');
    END IF;
  ELSIF NEW.keep_type IN (7, 9) THEN
    SELECT coalesce(sum(m.delta), 0) INTO taken FROM drug_move m
    WHERE m.org_id = NEW.org_id AND m.take_id = NEW.take_id AND m.stock_id = NEW.stock_id;
    IF taken + NEW.delta > 0 THEN
      PERFORM refuse_rule('drug_move_back', 'take ' || NEW.take_id || ' took less than comes back');
    END IF;
  ELSIF NOT EXISTS (SELECT 1 FROM drug_slip p WHERE p.org_id = NEW.org_id AND p.slip_id = NEW.slip_id
    AND p.oldman_id = NEW.oldman_id AND p.keep_type = NEW.keep_type) THEN
    PERFORM refuse_rule('drug_move_of_slip', 'movement does not fit slip ' || NEW.slip_id);
  END IF;
  UPDATE drug_stock SET quantity = NEW.after, seq = NEW.seq WHERE org_id = NEW.org_id AND stock_id = NEW.stock_id;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER drug_move_in BEFORE INSERT ON drug_move FOR EACH ROW EXECUTE FUNCTION drug_move_in();--> statement-breakpoint
CREATE FUNCTION drug_move_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refuse_rule('drug_move_stays', TG_TABLE_NAME || ' is only added to');
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER drug_move_stays BEFORE UPDATE OR DELETE ON drug_move FOR EACH ROW EXECUTE FUNCTION drug_move_stays();--> statement-breakpoint
CREATE TRIGGER drug_move_no_truncate BEFORE TRUNCATE ON drug_move FOR EACH STATEMENT EXECUTE FUNCTION drug_move_stays();--> statement-breakpoint
-- A batch begins empty, keeps whose and what it is, and its quantity changes only with a movement.
CREATE FUNCTION drug_stock_by_moves() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  opened text[] := ARRAY['opened_on', 'open_until'];
  moved text[] := opened || ARRAY['quantity', 'seq'];
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.quantity <> 0 OR NEW.seq <> 0 THEN
      PERFORM refuse_rule('drug_stock_by_moves', 'a batch begins empty');
    END IF;
    RETURN NEW;
  ELSIF TG_OP = 'DELETE' THEN
    IF OLD.seq > 0 THEN
      PERFORM refuse_rule('drug_stock_by_moves', 'batch ' || OLD.stock_id || ' has moved');
    END IF;
    RETURN OLD;
  END IF;
  IF to_jsonb(NEW) - moved <> to_jsonb(OLD) - moved
    OR (pg_trigger_depth() < 2 AND to_jsonb(NEW) - opened <> to_jsonb(OLD) - opened) THEN
    PERFORM refuse_rule('drug_stock_by_moves', 'batch ' || OLD.stock_id || ' moves only with a movement');
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER drug_stock_by_moves BEFORE INSERT OR UPDATE OR DELETE ON drug_stock FOR EACH ROW EXECUTE FUNCTION drug_stock_by_moves();--> statement-breakpoint
-- … which must have been stored: an insert that was skipped leaves no stock behind.
CREATE FUNCTION drug_stock_chained() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM drug_move m WHERE m.org_id = NEW.org_id AND m.stock_id = NEW.stock_id AND m.seq = NEW.seq
    AND m.after = NEW.quantity) THEN
    PERFORM refuse_rule('drug_stock_by_moves', 'batch ' || NEW.stock_id || ' has no movement ' || NEW.seq);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER drug_stock_chained AFTER UPDATE ON drug_stock DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.seq <> OLD.seq OR NEW.quantity <> OLD.quantity) EXECUTE FUNCTION drug_stock_chained();--> statement-breakpoint
-- A slip is a paper: it can be printed again, nothing else.
CREATE FUNCTION drug_slip_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR to_jsonb(NEW) - 'prints' <> to_jsonb(OLD) - 'prints' THEN
    PERFORM refuse_rule('drug_slip_stays', 'slip ' || OLD.slip_id || ' stays as it is');
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER drug_slip_stays BEFORE UPDATE OR DELETE ON drug_slip FOR EACH ROW EXECUTE FUNCTION drug_slip_stays();
