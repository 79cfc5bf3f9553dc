CREATE TABLE "care_category" (
	"org_id" varchar(64) NOT NULL,
	"category_id" varchar(64) NOT NULL,
	"category_name" text NOT NULL,
	"pinyin" text DEFAULT '' NOT NULL,
	"initials" text DEFAULT '' NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "care_category_org_id_category_id_pk" PRIMARY KEY("org_id","category_id"),
	CONSTRAINT "care_category_name" UNIQUE("org_id","category_name")
);
--> statement-breakpoint
CREATE TABLE "care_project" (
	"org_id" varchar(64) NOT NULL,
	"project_id" varchar(64) NOT NULL,
	"category_id" varchar(64) NOT NULL,
	"project_name" text NOT NULL,
	"pinyin" text DEFAULT '' NOT NULL,
	"initials" text DEFAULT '' NOT NULL,
	"minutes" smallint NOT NULL,
	"time_window" integer NOT NULL,
	"needs_photo" boolean DEFAULT false NOT NULL,
	"needs_scan" boolean DEFAULT false NOT NULL,
	"needs_signs" text[] DEFAULT '{}' NOT NULL,
	"needs_evaluation" boolean DEFAULT false NOT NULL,
	"charged" boolean DEFAULT false NOT NULL,
	"remark" text,
	"enabled" boolean DEFAULT true NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "care_project_org_id_project_id_pk" PRIMARY KEY("org_id","project_id"),
	CONSTRAINT "care_project_name" UNIQUE("org_id","project_name"),
	CONSTRAINT "care_project_minutes" CHECK ("care_project"."minutes" between 1 and 480),
	CONSTRAINT "care_project_signs" CHECK ("care_project"."needs_signs" <@ array['pressure','pulse','temperature','breathing','oxygen','glucose','weight','pain','intake','output','stool']),
	CONSTRAINT "care_project_window" CHECK ("care_project"."time_window" between 1 and 6)
);
--> statement-breakpoint
CREATE TABLE "care_project_price" (
	"org_id" varchar(64) NOT NULL,
	"project_id" varchar(64) NOT NULL,
	"from_date" date NOT NULL,
	"price_fen" bigint NOT NULL,
	"user_name" text NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "care_project_price_org_id_project_id_from_date_pk" PRIMARY KEY("org_id","project_id","from_date"),
	CONSTRAINT "care_project_price_fen" CHECK ("care_project_price"."price_fen" >= 0)
);
--> statement-breakpoint
CREATE TABLE "level_project" (
	"org_id" varchar(64) NOT NULL,
	"level_id" varchar(64) NOT NULL,
	"project_id" varchar(64) NOT NULL,
	"unit" integer NOT NULL,
	"times" smallint NOT NULL,
	"clocks" text[] DEFAULT '{}' NOT NULL,
	"days" smallint[] DEFAULT '{}' NOT NULL,
	"from_clock" text,
	"to_clock" text,
	"sort" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "level_project_org_id_level_id_project_id_pk" PRIMARY KEY("org_id","level_id","project_id"),
	CONSTRAINT "level_project_frequency" CHECK (case "level_project"."unit"
  when 1 then cardinality("level_project"."clocks") in (0, "level_project"."times") and "level_project"."days" = '{}'
  when 2 then cardinality("level_project"."days") = "level_project"."times" and cardinality("level_project"."clocks") <= 1 and 7 >= all("level_project"."days")
  when 3 then cardinality("level_project"."days") = "level_project"."times" and cardinality("level_project"."clocks") <= 1
  else "level_project"."clocks" = '{}' and "level_project"."days" = '{}' end
  and ("level_project"."from_clock" is null) = ("level_project"."to_clock" is null) and ("level_project"."from_clock" is null or "level_project"."unit" = 5)),
	CONSTRAINT "level_project_times" CHECK ("level_project"."times" between 1 and 24),
	CONSTRAINT "level_project_unit" CHECK ("level_project"."unit" between 1 and 7)
);
--> statement-breakpoint
ALTER TABLE "care_category" ADD CONSTRAINT "care_category_org_id_organization_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organization"("org_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "care_project" ADD CONSTRAINT "care_project_category" FOREIGN KEY ("org_id","category_id") REFERENCES "public"."care_category"("org_id","category_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "care_project_price" ADD CONSTRAINT "care_project_price_of" FOREIGN KEY ("org_id","project_id") REFERENCES "public"."care_project"("org_id","project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "level_project" ADD CONSTRAINT "level_project_level" FOREIGN KEY ("org_id","level_id") REFERENCES "public"."nursing_level"("org_id","level_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "level_project" ADD CONSTRAINT "level_project_project" FOREIGN KEY ("org_id","project_id") REFERENCES "public"."care_project"("org_id","project_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "care_project_of" ON "care_project" USING btree ("org_id","category_id","sort");--> statement-breakpoint
CREATE INDEX "level_project_of" ON "level_project" USING btree ("org_id","project_id");--> statement-breakpoint
CREATE INDEX "oldman_level" ON "oldman" USING btree ("org_id","level_id") WHERE status in (1, 4);