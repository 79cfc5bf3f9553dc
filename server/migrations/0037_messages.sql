CREATE TABLE "notice" (
	"org_id" varchar(64) NOT NULL,
	"notice_id" varchar(64) NOT NULL,
	"dept_id" varchar(64),
	"title" text NOT NULL,
	"html" text NOT NULL,
	"words" text NOT NULL,
	"attachments" text[] DEFAULT '{}' NOT NULL,
	"scope" text NOT NULL,
	"target_ids" text[] DEFAULT '{}' NOT NULL,
	"within" text[],
	"top" boolean DEFAULT false NOT NULL,
	"confirm" boolean DEFAULT false NOT NULL,
	"state" text DEFAULT 'DRAFT' NOT NULL,
	"publish_at" timestamptz(3),
	"end_at" timestamptz(3),
	"edition" integer DEFAULT 1 NOT NULL,
	"change_note" text,
	"changed_at" timestamptz(3),
	"published_at" timestamptz(3),
	"published_by" varchar(64),
	"published_name" text,
	"recalled_at" timestamptz(3),
	"recalled_name" text,
	"recall_reason" text,
	"reminded_at" timestamptz(3),
	"failure" text,
	"created_by" varchar(64),
	"created_name" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "notice_org_id_notice_id_pk" PRIMARY KEY("org_id","notice_id"),
	CONSTRAINT "notice_state" CHECK ("notice"."state" in ('DRAFT', 'WAITING', 'PUBLISHED', 'RECALLED')),
	CONSTRAINT "notice_scope" CHECK ("notice"."scope" in ('all', 'depts', 'jobs', 'persons')),
	CONSTRAINT "notice_targets" CHECK (("notice"."scope" = 'all') = (cardinality("notice"."target_ids") = 0)),
	CONSTRAINT "notice_title" CHECK (btrim("notice"."title") <> ''),
	CONSTRAINT "notice_period" CHECK ("notice"."end_at" is null or "notice"."publish_at" is null or "notice"."end_at" > "notice"."publish_at"),
	CONSTRAINT "notice_waiting" CHECK ("notice"."state" <> 'WAITING' or "notice"."publish_at" is not null),
	CONSTRAINT "notice_published" CHECK (("notice"."state" in ('PUBLISHED', 'RECALLED')) = ("notice"."published_at" is not null)),
	CONSTRAINT "notice_ends" CHECK ("notice"."published_at" is null or "notice"."end_at" is null or "notice"."end_at" > "notice"."published_at"),
	CONSTRAINT "notice_recalled" CHECK (("notice"."state" = 'RECALLED') = ("notice"."recalled_at" is not null) and ("notice"."recalled_at" is null) = ("notice"."recall_reason" is null))
);
--> statement-breakpoint
CREATE TABLE "notice_edition" (
	"org_id" varchar(64) NOT NULL,
	"notice_id" varchar(64) NOT NULL,
	"edition" integer NOT NULL,
	"title" text NOT NULL,
	"html" text NOT NULL,
	"attachments" text[] DEFAULT '{}' NOT NULL,
	"note" text,
	"user_name" text,
	"at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "notice_edition_org_id_notice_id_edition_pk" PRIMARY KEY("org_id","notice_id","edition")
);
--> statement-breakpoint
CREATE TABLE "notice_receipt" (
	"org_id" varchar(64) NOT NULL,
	"notice_id" varchar(64) NOT NULL,
	"edition" integer NOT NULL,
	"user_id" varchar(64) NOT NULL,
	"read_at" timestamptz(3) NOT NULL,
	"confirmed_at" timestamptz(3),
	CONSTRAINT "notice_receipt_org_id_notice_id_edition_user_id_pk" PRIMARY KEY("org_id","notice_id","edition","user_id")
);
--> statement-breakpoint
CREATE TABLE "notice_receiver" (
	"org_id" varchar(64) NOT NULL,
	"notice_id" varchar(64) NOT NULL,
	"user_id" varchar(64) NOT NULL,
	"user_name" text NOT NULL,
	"dept_name" text,
	"received_at" timestamptz(3) DEFAULT now() NOT NULL,
	"read_at" timestamptz(3),
	"confirmed_at" timestamptz(3),
	CONSTRAINT "notice_receiver_org_id_notice_id_user_id_pk" PRIMARY KEY("org_id","notice_id","user_id"),
	CONSTRAINT "notice_receiver_read" CHECK ("notice_receiver"."confirmed_at" is null or "notice_receiver"."read_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "remind" (
	"org_id" varchar(64) NOT NULL,
	"remind_id" varchar(64) NOT NULL,
	"source" text NOT NULL,
	"type" integer NOT NULL,
	"record_id" text NOT NULL,
	"due_day" date NOT NULL,
	"due_at" timestamptz(3) NOT NULL,
	"show_at" timestamptz(3) DEFAULT now() NOT NULL,
	"series_id" varchar(64),
	"dept_id" varchar(64),
	"oldman_id" varchar(64),
	"owner_id" varchar(64),
	"title" text NOT NULL,
	"content" text,
	"state" integer DEFAULT 0 NOT NULL,
	"reason" text,
	"by_system" boolean DEFAULT false NOT NULL,
	"dealt_by" varchar(64),
	"dealt_name" text,
	"dealt_at" timestamptz(3),
	"gone_at" timestamptz(3),
	"told_on" date,
	"told_times" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "remind_org_id_remind_id_pk" PRIMARY KEY("org_id","remind_id"),
	CONSTRAINT "remind_once" UNIQUE("org_id","source","record_id","due_day"),
	CONSTRAINT "remind_state" CHECK ("remind"."state" in (0, 1, 2)),
	CONSTRAINT "remind_own" CHECK (("remind"."source" = 'own') = ("remind"."series_id" is not null)),
	CONSTRAINT "remind_dealt" CHECK (("remind"."state" = 0) = ("remind"."dealt_at" is null)),
	CONSTRAINT "remind_ignored" CHECK ("remind"."state" <> 2 or btrim(coalesce("remind"."reason", '')) <> ''),
	CONSTRAINT "remind_system" CHECK (not "remind"."by_system" or "remind"."state" = 1)
);
--> statement-breakpoint
CREATE TABLE "remind_history" (
	"org_id" varchar(64) NOT NULL,
	"entry_id" varchar(64) NOT NULL,
	"remind_id" varchar(64) NOT NULL,
	"act" text NOT NULL,
	"reason" text,
	"user_id" varchar(64),
	"user_name" text,
	"at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "remind_history_org_id_entry_id_pk" PRIMARY KEY("org_id","entry_id"),
	CONSTRAINT "remind_history_act" CHECK ("remind_history"."act" in ('DONE', 'IGNORED', 'UNDONE', 'CLOSED', 'REOPENED', 'CHANGED'))
);
--> statement-breakpoint
CREATE TABLE "remind_person" (
	"org_id" varchar(64) NOT NULL,
	"series_id" varchar(64) NOT NULL,
	"user_id" varchar(64) NOT NULL,
	CONSTRAINT "remind_person_org_id_series_id_user_id_pk" PRIMARY KEY("org_id","series_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "remind_receiver" (
	"org_id" varchar(64) NOT NULL,
	"receiver_id" varchar(64) NOT NULL,
	"source" text NOT NULL,
	"role_id" varchar(64),
	"job_id" varchar(64),
	"user_id" varchar(64),
	CONSTRAINT "remind_receiver_org_id_receiver_id_pk" PRIMARY KEY("org_id","receiver_id"),
	CONSTRAINT "remind_receiver_one" CHECK (num_nonnulls("remind_receiver"."role_id", "remind_receiver"."job_id", "remind_receiver"."user_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "remind_rule" (
	"org_id" varchar(64) NOT NULL,
	"source" text NOT NULL,
	"enabled" boolean NOT NULL,
	"leads" integer[] NOT NULL,
	"repeat_days" smallint,
	"holders" boolean NOT NULL,
	"bell" boolean NOT NULL,
	"sms" boolean NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "remind_rule_org_id_source_pk" PRIMARY KEY("org_id","source"),
	CONSTRAINT "remind_rule_leads" CHECK (cardinality("remind_rule"."leads") between 1 and 6),
	CONSTRAINT "remind_rule_repeat" CHECK ("remind_rule"."repeat_days" is null or "remind_rule"."repeat_days" between 1 and 90)
);
--> statement-breakpoint
CREATE TABLE "remind_run" (
	"org_id" varchar(64) NOT NULL,
	"day" date NOT NULL,
	"ran_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "remind_run_org_id_pk" PRIMARY KEY("org_id")
);
--> statement-breakpoint
CREATE TABLE "remind_series" (
	"org_id" varchar(64) NOT NULL,
	"series_id" varchar(64) NOT NULL,
	"title" text NOT NULL,
	"content" text,
	"oldman_id" varchar(64),
	"first_at" timestamptz(3) NOT NULL,
	"repeat" text NOT NULL,
	"every" smallint DEFAULT 1 NOT NULL,
	"end_day" date,
	"ahead_days" smallint DEFAULT 0 NOT NULL,
	"turn_at" timestamptz(3),
	"last_day" date NOT NULL,
	"created_by" varchar(64) NOT NULL,
	"created_name" text NOT NULL,
	"ended_at" timestamptz(3),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "remind_series_org_id_series_id_pk" PRIMARY KEY("org_id","series_id"),
	CONSTRAINT "remind_series_repeat" CHECK ("remind_series"."repeat" in ('ONCE', 'DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY')),
	CONSTRAINT "remind_series_every" CHECK ("remind_series"."every" between 1 and 99),
	CONSTRAINT "remind_series_ahead" CHECK ("remind_series"."ahead_days" between 0 and 90),
	CONSTRAINT "remind_series_once" CHECK ("remind_series"."repeat" <> 'ONCE' or "remind_series"."end_day" is null)
);
--> statement-breakpoint
CREATE TABLE "calendar_feed" (
	"org_id" varchar(64) NOT NULL,
	"user_id" varchar(64) NOT NULL,
	"hash" text NOT NULL,
	"secret_end" text NOT NULL,
	"landing_end_id" varchar(64),
	"titles" boolean DEFAULT false NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"last_read_at" timestamptz(3),
	CONSTRAINT "calendar_feed_org_id_user_id_pk" PRIMARY KEY("org_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "todo" (
	"org_id" varchar(64) NOT NULL,
	"todo_id" varchar(64) NOT NULL,
	"key" text,
	"title" text NOT NULL,
	"content" text,
	"state" text DEFAULT 'OPEN' NOT NULL,
	"priority" integer DEFAULT 2 NOT NULL,
	"due_at" timestamptz(3),
	"due_timed" boolean DEFAULT false NOT NULL,
	"creator_id" varchar(64),
	"creator_name" text,
	"assignee_id" varchar(64) NOT NULL,
	"assignee_name" text NOT NULL,
	"source" text,
	"route" text,
	"oldman_id" varchar(64),
	"done_at" timestamptz(3),
	"done_by" varchar(64),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "todo_org_id_todo_id_pk" PRIMARY KEY("org_id","todo_id"),
	CONSTRAINT "todo_key" UNIQUE("org_id","key"),
	CONSTRAINT "todo_state" CHECK ("todo"."state" in ('OPEN', 'DOING', 'DONE', 'CANCELLED')),
	CONSTRAINT "todo_priority" CHECK ("todo"."priority" in (1, 2, 3)),
	CONSTRAINT "todo_done" CHECK (("todo"."state" in ('DONE', 'CANCELLED')) = ("todo"."done_at" is not null)),
	CONSTRAINT "todo_due" CHECK (not "todo"."due_timed" or "todo"."due_at" is not null),
	CONSTRAINT "todo_from" CHECK (("todo"."creator_id" is null) = ("todo"."key" is not null)),
	CONSTRAINT "todo_title" CHECK (btrim("todo"."title") <> '')
);
--> statement-breakpoint
CREATE TABLE "todo_entry" (
	"org_id" varchar(64) NOT NULL,
	"entry_id" varchar(64) NOT NULL,
	"todo_id" varchar(64) NOT NULL,
	"kind" text NOT NULL,
	"content" text,
	"from_id" varchar(64),
	"from_name" text,
	"to_id" varchar(64),
	"to_name" text,
	"user_id" varchar(64),
	"user_name" text NOT NULL,
	"at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "todo_entry_org_id_entry_id_pk" PRIMARY KEY("org_id","entry_id"),
	CONSTRAINT "todo_entry_kind" CHECK ("todo_entry"."kind" in ('MADE', 'HANDED', 'STARTED', 'COMMENT', 'DUE', 'DONE', 'CANCELLED', 'REOPENED')),
	CONSTRAINT "todo_entry_hand" CHECK (case when "todo_entry"."kind" = 'HANDED' then "todo_entry"."from_id" is not null and "todo_entry"."to_id" is not null and "todo_entry"."from_id" <> "todo_entry"."to_id"
        else "todo_entry"."from_id" is null and "todo_entry"."to_id" is null end),
	CONSTRAINT "todo_entry_said" CHECK ("todo_entry"."kind" <> 'COMMENT' or btrim(coalesce("todo_entry"."content", '')) <> '')
);
--> statement-breakpoint
CREATE TABLE "todo_step" (
	"org_id" varchar(64) NOT NULL,
	"step_id" varchar(64) NOT NULL,
	"todo_id" varchar(64) NOT NULL,
	"title" text NOT NULL,
	"sort" integer NOT NULL,
	"done_at" timestamptz(3),
	"done_name" text,
	CONSTRAINT "todo_step_org_id_step_id_pk" PRIMARY KEY("org_id","step_id"),
	CONSTRAINT "todo_step_done" CHECK (("todo_step"."done_at" is null) = ("todo_step"."done_name" is null))
);
--> statement-breakpoint
CREATE TABLE "family_notice" (
	"org_id" varchar(64) NOT NULL,
	"message_id" varchar(64) NOT NULL,
	"dept_id" varchar(64),
	"title" text NOT NULL,
	"content" text NOT NULL,
	"attachments" text[] DEFAULT '{}' NOT NULL,
	"oldman_ids" text[] NOT NULL,
	"sms" boolean DEFAULT false NOT NULL,
	"state" text DEFAULT 'DRAFT' NOT NULL,
	"published_at" timestamptz(3),
	"published_name" text,
	"recalled_at" timestamptz(3),
	"recalled_name" text,
	"recall_reason" text,
	"created_by" varchar(64),
	"created_name" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "family_notice_org_id_message_id_pk" PRIMARY KEY("org_id","message_id"),
	CONSTRAINT "family_notice_state" CHECK ("family_notice"."state" in ('DRAFT', 'PUBLISHED', 'RECALLED')),
	CONSTRAINT "family_notice_elders" CHECK (cardinality("family_notice"."oldman_ids") > 0),
	CONSTRAINT "family_notice_words" CHECK (btrim("family_notice"."title") <> '' and btrim("family_notice"."content") <> ''),
	CONSTRAINT "family_notice_published" CHECK (("family_notice"."state" = 'DRAFT') = ("family_notice"."published_at" is null)),
	CONSTRAINT "family_notice_recalled" CHECK (("family_notice"."state" = 'RECALLED') = ("family_notice"."recalled_at" is not null) and ("family_notice"."recalled_at" is null) = ("family_notice"."recall_reason" is null))
);
--> statement-breakpoint
CREATE TABLE "family_notice_receiver" (
	"org_id" varchar(64) NOT NULL,
	"message_id" varchar(64) NOT NULL,
	"family_id" varchar(64) NOT NULL,
	"oldman_id" varchar(64) NOT NULL,
	"family_name" text NOT NULL,
	"relation_name" text NOT NULL,
	"oldman_name" text NOT NULL,
	"bed_name" text,
	"phone" text,
	"title" text NOT NULL,
	"content" text NOT NULL,
	"sms" text,
	"received_at" timestamptz(3) DEFAULT now() NOT NULL,
	"read_at" timestamptz(3),
	CONSTRAINT "family_notice_receiver_org_id_message_id_family_id_pk" PRIMARY KEY("org_id","message_id","family_id"),
	CONSTRAINT "family_notice_receiver_sms" CHECK ("family_notice_receiver"."sms" is null or "family_notice_receiver"."sms" in ('SENT', 'OUTBOX', 'LANDLINE'))
);
--> statement-breakpoint
CREATE TABLE "family_notice_template" (
	"org_id" varchar(64) NOT NULL,
	"template_id" varchar(64) NOT NULL,
	"name" text NOT NULL,
	"title" text NOT NULL,
	"content" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "family_notice_template_org_id_template_id_pk" PRIMARY KEY("org_id","template_id"),
	CONSTRAINT "family_notice_template_name" UNIQUE("org_id","name")
);
--> statement-breakpoint
CREATE TABLE "ingredient" (
	"org_id" varchar(64) NOT NULL,
	"ingredient_name" text NOT NULL,
	"price_fen" bigint,
	"changed_name" text,
	"changed_at" timestamptz(3),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "ingredient_org_id_ingredient_name_pk" PRIMARY KEY("org_id","ingredient_name"),
	CONSTRAINT "ingredient_named" CHECK (btrim("ingredient"."ingredient_name") <> ''),
	CONSTRAINT "ingredient_price" CHECK ("ingredient"."price_fen" between 0 and 1000000)
);
--> statement-breakpoint
CREATE TABLE "message_setting" (
	"org_id" varchar(64) NOT NULL,
	"user_id" varchar(64) NOT NULL,
	"off_kinds" text[] NOT NULL,
	"quiet" boolean NOT NULL,
	"quiet_from" text NOT NULL,
	"quiet_to" text NOT NULL,
	"sound" boolean NOT NULL,
	"voice" boolean NOT NULL,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "message_setting_org_id_user_id_pk" PRIMARY KEY("org_id","user_id"),
	CONSTRAINT "message_setting_always" CHECK (not (off_kinds && array['alarm', 'health'])),
	CONSTRAINT "message_setting_hours" CHECK (quiet_from ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$' and quiet_to ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$' and quiet_from <> quiet_to)
);
--> statement-breakpoint
DROP INDEX "user_message_unread";--> statement-breakpoint
ALTER TABLE "user_message" ADD COLUMN "once_key" text;--> statement-breakpoint
ALTER TABLE "user_message" ADD COLUMN "muted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "notice_edition" ADD CONSTRAINT "notice_edition_of" FOREIGN KEY ("org_id","notice_id") REFERENCES "public"."notice"("org_id","notice_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_receipt" ADD CONSTRAINT "notice_receipt_of" FOREIGN KEY ("org_id","notice_id","edition") REFERENCES "public"."notice_edition"("org_id","notice_id","edition") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_receiver" ADD CONSTRAINT "notice_receiver_of" FOREIGN KEY ("org_id","notice_id") REFERENCES "public"."notice"("org_id","notice_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remind" ADD CONSTRAINT "remind_series" FOREIGN KEY ("org_id","series_id") REFERENCES "public"."remind_series"("org_id","series_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remind" ADD CONSTRAINT "remind_oldman" FOREIGN KEY ("org_id","oldman_id") REFERENCES "public"."oldman"("org_id","oldman_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remind_history" ADD CONSTRAINT "remind_history_remind" FOREIGN KEY ("org_id","remind_id") REFERENCES "public"."remind"("org_id","remind_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remind_person" ADD CONSTRAINT "remind_person_series" FOREIGN KEY ("org_id","series_id") REFERENCES "public"."remind_series"("org_id","series_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remind_person" ADD CONSTRAINT "remind_person_account" FOREIGN KEY ("org_id","user_id") REFERENCES "public"."account"("org_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remind_receiver" ADD CONSTRAINT "remind_receiver_rule" FOREIGN KEY ("org_id","source") REFERENCES "public"."remind_rule"("org_id","source") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remind_receiver" ADD CONSTRAINT "remind_receiver_of_role" FOREIGN KEY ("org_id","role_id") REFERENCES "public"."role"("org_id","role_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remind_receiver" ADD CONSTRAINT "remind_receiver_of_job" FOREIGN KEY ("org_id","job_id") REFERENCES "public"."job"("org_id","job_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remind_receiver" ADD CONSTRAINT "remind_receiver_of_account" FOREIGN KEY ("org_id","user_id") REFERENCES "public"."account"("org_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remind_series" ADD CONSTRAINT "remind_series_oldman" FOREIGN KEY ("org_id","oldman_id") REFERENCES "public"."oldman"("org_id","oldman_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_feed" ADD CONSTRAINT "calendar_feed_account" FOREIGN KEY ("org_id","user_id") REFERENCES "public"."account"("org_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "todo_entry" ADD CONSTRAINT "todo_entry_todo" FOREIGN KEY ("org_id","todo_id") REFERENCES "public"."todo"("org_id","todo_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "todo_step" ADD CONSTRAINT "todo_step_todo" FOREIGN KEY ("org_id","todo_id") REFERENCES "public"."todo"("org_id","todo_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "family_notice_receiver" ADD CONSTRAINT "family_notice_receiver_of" FOREIGN KEY ("org_id","message_id") REFERENCES "public"."family_notice"("org_id","message_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ingredient" ADD CONSTRAINT "ingredient_org_id_organization_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organization"("org_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notice_list" ON "notice" USING btree ("org_id","created_at" DESC NULLS FIRST,"notice_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "notice_out" ON "notice" USING btree ("org_id") WHERE state = 'PUBLISHED';--> statement-breakpoint
CREATE INDEX "notice_receiver_mine" ON "notice_receiver" USING btree ("org_id","user_id","notice_id");--> statement-breakpoint
CREATE INDEX "remind_list" ON "remind" USING btree ("org_id","state","due_at","remind_id");--> statement-breakpoint
CREATE INDEX "remind_all" ON "remind" USING btree ("org_id","due_at","remind_id");--> statement-breakpoint
CREATE INDEX "remind_untold" ON "remind" USING btree ("show_at") WHERE source = 'own' and state = 0 and told_on is null;--> statement-breakpoint
CREATE INDEX "remind_series_of" ON "remind" USING btree ("org_id","series_id") WHERE series_id is not null;--> statement-breakpoint
CREATE INDEX "remind_oldman_of" ON "remind" USING btree ("org_id","oldman_id");--> statement-breakpoint
CREATE INDEX "remind_history_of" ON "remind_history" USING btree ("org_id","remind_id","at");--> statement-breakpoint
CREATE INDEX "remind_person_of" ON "remind_person" USING btree ("org_id","user_id","series_id");--> statement-breakpoint
CREATE UNIQUE INDEX "remind_receiver_role" ON "remind_receiver" USING btree ("org_id","source","role_id") WHERE role_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "remind_receiver_job" ON "remind_receiver" USING btree ("org_id","source","job_id") WHERE job_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "remind_receiver_user" ON "remind_receiver" USING btree ("org_id","source","user_id") WHERE user_id is not null;--> statement-breakpoint
CREATE INDEX "remind_series_turn" ON "remind_series" USING btree ("turn_at") WHERE turn_at is not null and ended_at is null;--> statement-breakpoint
CREATE INDEX "remind_series_by" ON "remind_series" USING btree ("org_id","created_by");--> statement-breakpoint
CREATE UNIQUE INDEX "calendar_feed_hash" ON "calendar_feed" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "todo_of" ON "todo" USING btree ("org_id","assignee_id","state","due_at");--> statement-breakpoint
CREATE INDEX "todo_by" ON "todo" USING btree ("org_id","creator_id","state","due_at");--> statement-breakpoint
CREATE INDEX "todo_about" ON "todo" USING btree ("org_id","oldman_id") WHERE oldman_id is not null;--> statement-breakpoint
CREATE INDEX "todo_entry_of" ON "todo_entry" USING btree ("org_id","todo_id","at");--> statement-breakpoint
CREATE INDEX "todo_entry_from" ON "todo_entry" USING btree ("org_id","from_id","todo_id") WHERE from_id is not null;--> statement-breakpoint
CREATE INDEX "todo_step_of" ON "todo_step" USING btree ("org_id","todo_id","sort");--> statement-breakpoint
CREATE INDEX "family_notice_list" ON "family_notice" USING btree ("org_id","created_at" DESC NULLS FIRST,"message_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "family_notice_receiver_mine" ON "family_notice_receiver" USING btree ("org_id","family_id","received_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "dish_ingredient_named" ON "dish_ingredient" USING btree ("org_id","ingredient_name");--> statement-breakpoint
CREATE INDEX "user_message_kinds" ON "user_message" USING btree ("org_id","user_id","kind","created_at" DESC NULLS FIRST,"message_id" DESC NULLS FIRST,"muted","read_at");--> statement-breakpoint
CREATE INDEX "user_message_waiting" ON "user_message" USING btree ("org_id","user_id","created_at" DESC NULLS FIRST) WHERE read_at is null and not muted;--> statement-breakpoint
CREATE INDEX "user_message_worn" ON "user_message" USING btree ("created_at") WHERE read_at is not null or muted;--> statement-breakpoint
CREATE UNIQUE INDEX "user_message_once" ON "user_message" USING btree ("org_id","user_id","once_key") WHERE once_key is not null;--> statement-breakpoint
ALTER TABLE "contract_document" DROP COLUMN "reminded_at";--> statement-breakpoint
ALTER TABLE "reservation" DROP COLUMN "reminded";--> statement-breakpoint
ALTER TABLE "stay" DROP COLUMN "trial_reminded";--> statement-breakpoint
ALTER TABLE "org_qualification" DROP COLUMN "reminded_at";--> statement-breakpoint
ALTER TABLE "org_qualification" DROP COLUMN "reminded_stage";--> statement-breakpoint
ALTER TABLE "user_message" ADD CONSTRAINT "user_message_always" CHECK (not (muted and kind = any (array['alarm', 'health'])));--> statement-breakpoint
-- by hand
-- Kinds are an option set from now on (contract/platform/message.ts).
UPDATE user_message SET kind = CASE kind
  WHEN 'vital' THEN 'health'
  WHEN 'application' THEN 'approval'
  WHEN 'qualification' THEN 'remind'
  ELSE 'system' END
WHERE kind NOT IN ('alarm', 'health', 'drug', 'care', 'outing', 'residence', 'fee', 'contract', 'approval', 'activity', 'notice', 'remind', 'task', 'job', 'system');--> statement-breakpoint
SELECT hold_files('administration.notice', 'notice', 'notice_id', 'attachments', 'html');--> statement-breakpoint
SELECT hold_files('administration.noticeEdition', 'notice_edition', 'notice_id,edition', 'attachments', 'html');--> statement-breakpoint
SELECT hold_files('live.familyNotice', 'family_notice', 'message_id', 'attachments');--> statement-breakpoint
-- What was out is known for good: it is recalled, not removed, and goes no way but its own.
CREATE FUNCTION notice_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.state <> 'DRAFT' THEN PERFORM refuse_rule('notice_stays', 'a notice that was out is not removed'); END IF;
    RETURN OLD;
  END IF;
  IF NEW.state <> OLD.state AND NOT (CASE OLD.state
    WHEN 'DRAFT' THEN NEW.state IN ('WAITING', 'PUBLISHED')
    WHEN 'WAITING' THEN NEW.state IN ('DRAFT', 'PUBLISHED')
    WHEN 'PUBLISHED' THEN NEW.state = 'RECALLED'
    ELSE false END) THEN
    PERFORM refuse_rule('notice_stays', 'a notice goes not from ' || OLD.state || ' to ' || NEW.state);
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER notice_stays BEFORE UPDATE OR DELETE ON notice FOR EACH ROW EXECUTE FUNCTION notice_stays();--> statement-breakpoint
CREATE TRIGGER family_notice_stays BEFORE UPDATE OR DELETE ON family_notice FOR EACH ROW EXECUTE FUNCTION notice_stays();--> statement-breakpoint
-- An edition is what people read and confirmed.
CREATE FUNCTION notice_edition_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refuse_rule('notice_edition_stays', 'an edition of a notice stays as it was');
  RETURN OLD;
END $$;--> statement-breakpoint
CREATE TRIGGER notice_edition_stays BEFORE UPDATE OR DELETE ON notice_edition FOR EACH ROW EXECUTE FUNCTION notice_edition_stays();--> statement-breakpoint
-- Only the resident is forgotten with the archive, the to-do stays.
ALTER TABLE "todo" ADD CONSTRAINT "todo_oldman" FOREIGN KEY ("org_id", "oldman_id") REFERENCES "oldman"("org_id", "oldman_id") ON DELETE SET NULL ("oldman_id");--> statement-breakpoint
SELECT figures_read(name, 'own') FROM unnest(ARRAY['notice', 'notice_receiver', 'todo', 'settlement_sign']) AS name;--> statement-breakpoint
-- What happened to a to-do only comes. It goes with the to-do alone.
CREATE FUNCTION todo_entry_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' OR EXISTS (SELECT FROM todo t WHERE t.org_id = OLD.org_id AND t.todo_id = OLD.todo_id) THEN
    PERFORM refuse_rule('todo_entry_stays', 'entries of a to-do stay');
  END IF;
  RETURN OLD;
END $$;--> statement-breakpoint
CREATE TRIGGER todo_entry_stays BEFORE UPDATE OR DELETE ON todo_entry FOR EACH ROW EXECUTE FUNCTION todo_entry_stays();--> statement-breakpoint
-- What the list, the to-dos and the sources of the reminders read.
SELECT figures_read(name, 'own') FROM unnest(ARRAY['care_plan', 'org_qualification', 'remind', 'remind_person', 'remind_rule', 'remind_series']) AS name;--> statement-breakpoint
-- Across organisations: what dishes name already.
INSERT INTO "ingredient" ("org_id", "ingredient_name") SELECT DISTINCT "org_id", "ingredient_name" FROM "dish_ingredient" WHERE btrim("ingredient_name") <> '' ON CONFLICT DO NOTHING;
