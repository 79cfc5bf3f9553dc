CREATE TABLE "audit_batch" (
	"org_id" varchar(64) NOT NULL,
	"seq" bigint NOT NULL,
	"rows" integer NOT NULL,
	"log_ids" text[] NOT NULL,
	"digests" text[] NOT NULL,
	"last_id" varchar(64) NOT NULL,
	"hash" text NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "audit_batch_org_id_seq_pk" PRIMARY KEY("org_id","seq")
);
--> statement-breakpoint
CREATE TABLE "audit_pending" (
	"org_id" varchar(64) NOT NULL,
	"log_id" varchar(64) NOT NULL,
	CONSTRAINT "audit_pending_org_id_log_id_pk" PRIMARY KEY("org_id","log_id")
);
--> statement-breakpoint
CREATE TABLE "education_tag" (
	"org_id" varchar(64) NOT NULL,
	"tag_id" varchar(64) NOT NULL,
	"tag_name" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "education_tag_org_id_tag_id_pk" PRIMARY KEY("org_id","tag_id"),
	CONSTRAINT "education_tag_name" UNIQUE("org_id","tag_name")
);
--> statement-breakpoint
CREATE TABLE "oldman" (
	"org_id" varchar(64) NOT NULL,
	"oldman_id" varchar(64) NOT NULL,
	"archive_no" text NOT NULL,
	"oldman_name" text NOT NULL,
	"pinyin" text DEFAULT '' NOT NULL,
	"initials" text DEFAULT '' NOT NULL,
	"sex" integer NOT NULL,
	"id_card" text NOT NULL,
	"birth_date" date NOT NULL,
	"nation" text,
	"phone" text,
	"address" text,
	"region" text,
	"head" text,
	"education" text,
	"marital" text,
	"political_status" text,
	"religion" text,
	"living" text,
	"income" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"medical_pay" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"blood_abo" text,
	"blood_rh" text,
	"diseases" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"allergies" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"diet" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"attention" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"category" text,
	"status" integer DEFAULT 3 NOT NULL,
	"current_bed_id" varchar(64),
	"level_id" varchar(64),
	"sale_id" varchar(64),
	"dept_id" varchar(64),
	"check_in_date" date,
	"remark" text,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "oldman_org_id_oldman_id_pk" PRIMARY KEY("org_id","oldman_id"),
	CONSTRAINT "oldman_archive_no" UNIQUE("org_id","archive_no"),
	CONSTRAINT "oldman_id_card" UNIQUE("org_id","id_card"),
	CONSTRAINT "oldman_sex" CHECK ("oldman"."sex" in (0, 1)),
	CONSTRAINT "oldman_status" CHECK ("oldman"."status" between 1 and 6)
);
--> statement-breakpoint
CREATE TABLE "oldman_family" (
	"org_id" varchar(64) NOT NULL,
	"family_id" varchar(64) NOT NULL,
	"oldman_id" varchar(64) NOT NULL,
	"name" text NOT NULL,
	"relation" text NOT NULL,
	"phone" text NOT NULL,
	"id_card" text,
	"address" text,
	"emergency" boolean DEFAULT false NOT NULL,
	"payer" boolean DEFAULT false NOT NULL,
	"guarantor" boolean DEFAULT false NOT NULL,
	"guardian" boolean DEFAULT false NOT NULL,
	"invited" boolean DEFAULT false NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "oldman_family_org_id_family_id_pk" PRIMARY KEY("org_id","family_id")
);
--> statement-breakpoint
CREATE TABLE "job_type" (
	"org_id" varchar(64) NOT NULL,
	"job_type_id" varchar(64) NOT NULL,
	"job_type_code" text NOT NULL,
	"job_type_name" text NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "job_type_org_id_job_type_id_pk" PRIMARY KEY("org_id","job_type_id"),
	CONSTRAINT "job_type_code" UNIQUE("org_id","job_type_code"),
	CONSTRAINT "job_type_name" UNIQUE("org_id","job_type_name")
);
--> statement-breakpoint
CREATE TABLE "org_qualification" (
	"org_id" varchar(64) NOT NULL,
	"qualification_id" varchar(64) NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"number" text,
	"issuer" text,
	"valid_from" date,
	"valid_to" date,
	"pictures" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"remark" text,
	"reminded_at" timestamptz(3),
	"reminded_stage" integer,
	"sort" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "org_qualification_org_id_qualification_id_pk" PRIMARY KEY("org_id","qualification_id")
);
--> statement-breakpoint
CREATE TABLE "region" (
	"code" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"parent_code" text NOT NULL,
	"level" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bed" (
	"org_id" varchar(64) NOT NULL,
	"bed_id" varchar(64) NOT NULL,
	"bed_name" text NOT NULL,
	"room_id" varchar(64) NOT NULL,
	"display" integer DEFAULT 0 NOT NULL,
	"is_used" integer DEFAULT 0 NOT NULL,
	"remark" text,
	"sort" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "bed_org_id_bed_id_pk" PRIMARY KEY("org_id","bed_id"),
	CONSTRAINT "bed_name" UNIQUE("org_id","room_id","bed_name"),
	CONSTRAINT "bed_display" CHECK ("bed"."display" in (0, 1)),
	CONSTRAINT "bed_used" CHECK ("bed"."is_used" in (0, 1))
);
--> statement-breakpoint
CREATE TABLE "location" (
	"org_id" varchar(64) NOT NULL,
	"location_id" varchar(64) NOT NULL,
	"parent_id" varchar(64),
	"location_name" text NOT NULL,
	"location_type" text NOT NULL,
	"level" integer NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"path" text DEFAULT '' NOT NULL,
	"initials" text DEFAULT '' NOT NULL,
	"place" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "location_org_id_location_id_pk" PRIMARY KEY("org_id","location_id"),
	CONSTRAINT "location_name" UNIQUE NULLS NOT DISTINCT("org_id","parent_id","location_name"),
	CONSTRAINT "location_range" CHECK ("location"."level" between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "location_level" (
	"org_id" varchar(64) NOT NULL,
	"level_id" varchar(64) NOT NULL,
	"level" integer NOT NULL,
	"location_type" text NOT NULL,
	"location_name" text NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "location_level_org_id_level_id_pk" PRIMARY KEY("org_id","level_id"),
	CONSTRAINT "location_level_type" UNIQUE("org_id","location_type"),
	CONSTRAINT "location_level_range" CHECK ("location_level"."level" between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "room" (
	"org_id" varchar(64) NOT NULL,
	"room_id" varchar(64) NOT NULL,
	"room_name" text NOT NULL,
	"room_type" integer DEFAULT 1 NOT NULL,
	"area" varchar(64),
	"dept_id" varchar(64),
	"sort" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "room_org_id_room_id_pk" PRIMARY KEY("org_id","room_id"),
	CONSTRAINT "room_name" UNIQUE NULLS NOT DISTINCT("org_id","area","room_name"),
	CONSTRAINT "room_type_range" CHECK ("room"."room_type" between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "device_package" (
	"org_id" varchar(64) NOT NULL,
	"package_id" varchar(64) NOT NULL,
	"package_name" text NOT NULL,
	"package_size" bigint NOT NULL,
	"device_type" text,
	"device_model" text,
	"package_version" text NOT NULL,
	"package_desc" text,
	"package_url" text NOT NULL,
	"sha256" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "device_package_org_id_package_id_pk" PRIMARY KEY("org_id","package_id"),
	CONSTRAINT "device_package_url" UNIQUE("org_id","package_url"),
	CONSTRAINT "device_package_version" UNIQUE NULLS NOT DISTINCT("org_id","device_type","device_model","package_version"),
	CONSTRAINT "device_package_size" CHECK ("device_package"."package_size" > 0)
);
--> statement-breakpoint
CREATE TABLE "dictionary" (
	"org_id" varchar(64) NOT NULL,
	"dictionary_id" varchar(64) NOT NULL,
	"dictionary_code" text NOT NULL,
	"dictionary_name" text NOT NULL,
	"model" text NOT NULL,
	"system" boolean DEFAULT false NOT NULL,
	"seed_digest" text,
	"seed_values" jsonb,
	"pinyin" text DEFAULT '' NOT NULL,
	"initials" text DEFAULT '' NOT NULL,
	"remark" text,
	"sort" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "dictionary_org_id_dictionary_id_pk" PRIMARY KEY("org_id","dictionary_id"),
	CONSTRAINT "dictionary_code" UNIQUE("org_id","dictionary_code"),
	CONSTRAINT "dictionary_name" UNIQUE("org_id","model","dictionary_name")
);
--> statement-breakpoint
CREATE TABLE "dictionary_value" (
	"org_id" varchar(64) NOT NULL,
	"value_id" varchar(64) NOT NULL,
	"dictionary_id" varchar(64) NOT NULL,
	"value" text NOT NULL,
	"label" text NOT NULL,
	"pinyin" text DEFAULT '' NOT NULL,
	"initials" text DEFAULT '' NOT NULL,
	"parent_value" text,
	"enabled" boolean DEFAULT true NOT NULL,
	"system" boolean DEFAULT false NOT NULL,
	"extra" jsonb,
	"sort" integer DEFAULT 0 NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "dictionary_value_org_id_value_id_pk" PRIMARY KEY("org_id","value_id"),
	CONSTRAINT "dictionary_value_value" UNIQUE("org_id","dictionary_id","value")
);
--> statement-breakpoint
CREATE TABLE "document_template" (
	"org_id" varchar(64) NOT NULL,
	"template_id" varchar(64) NOT NULL,
	"template_name" text NOT NULL,
	"pinyin" text DEFAULT '' NOT NULL,
	"initials" text DEFAULT '' NOT NULL,
	"scope" text DEFAULT 'org' NOT NULL,
	"doc_type" text NOT NULL,
	"kind" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"enabled" integer DEFAULT 1 NOT NULL,
	"remark" text,
	"sort" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "document_template_org_id_template_id_pk" PRIMARY KEY("org_id","template_id"),
	CONSTRAINT "document_template_name" UNIQUE("org_id","scope","template_name"),
	CONSTRAINT "document_template_scope" CHECK ("document_template"."scope" in ('org', 'home')),
	CONSTRAINT "document_template_kind" CHECK ("document_template"."kind" in ('html', 'word'))
);
--> statement-breakpoint
CREATE TABLE "document_template_file" (
	"org_id" varchar(64) NOT NULL,
	"file_id" varchar(64) NOT NULL,
	"size_b" integer NOT NULL,
	"content" "bytea" NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "document_template_file_org_id_file_id_pk" PRIMARY KEY("org_id","file_id"),
	CONSTRAINT "document_template_file_size" CHECK ("document_template_file"."size_b" between 1 and 5242880)
);
--> statement-breakpoint
CREATE TABLE "document_template_version" (
	"org_id" varchar(64) NOT NULL,
	"template_id" varchar(64) NOT NULL,
	"version" integer NOT NULL,
	"template_name" text NOT NULL,
	"html" text,
	"file_id" varchar(64),
	"file_name" text,
	"placeholders" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"paper" jsonb,
	"created_by" varchar(64),
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "document_template_version_org_id_template_id_version_pk" PRIMARY KEY("org_id","template_id","version"),
	CONSTRAINT "document_template_version_content" CHECK (("document_template_version"."html" is null) <> ("document_template_version"."file_id" is null))
);
--> statement-breakpoint
CREATE TABLE "form_template" (
	"org_id" varchar(64) NOT NULL,
	"template_id" varchar(64) NOT NULL,
	"type_id" varchar(64) NOT NULL,
	"template_name" text NOT NULL,
	"pinyin" text DEFAULT '' NOT NULL,
	"initials" text DEFAULT '' NOT NULL,
	"template_type" integer DEFAULT 1 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"enabled" integer DEFAULT 1 NOT NULL,
	"remark" text,
	"sort" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "form_template_org_id_template_id_pk" PRIMARY KEY("org_id","template_id"),
	CONSTRAINT "form_template_name" UNIQUE("org_id","type_id","template_name"),
	CONSTRAINT "form_template_type_value" CHECK ("form_template"."template_type" in (1, 2))
);
--> statement-breakpoint
CREATE TABLE "form_template_type" (
	"org_id" varchar(64) NOT NULL,
	"type_id" varchar(64) NOT NULL,
	"type_name" text NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "form_template_type_org_id_type_id_pk" PRIMARY KEY("org_id","type_id"),
	CONSTRAINT "form_template_type_name" UNIQUE("org_id","type_name")
);
--> statement-breakpoint
CREATE TABLE "form_template_version" (
	"org_id" varchar(64) NOT NULL,
	"template_id" varchar(64) NOT NULL,
	"version" integer NOT NULL,
	"design" jsonb NOT NULL,
	"created_by" varchar(64),
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "form_template_version_org_id_template_id_version_pk" PRIMARY KEY("org_id","template_id","version")
);
--> statement-breakpoint
CREATE TABLE "report_template" (
	"org_id" varchar(64) NOT NULL,
	"kind" text NOT NULL,
	"content" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "report_template_org_id_kind_pk" PRIMARY KEY("org_id","kind")
);
--> statement-breakpoint
CREATE TABLE "review_rule" (
	"org_id" varchar(64) NOT NULL,
	"act" text NOT NULL,
	"needed" boolean NOT NULL,
	"role_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"user_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "review_rule_org_id_act_pk" PRIMARY KEY("org_id","act")
);
--> statement-breakpoint
DROP INDEX "operation_log_unsealed";--> statement-breakpoint
DROP INDEX "operation_log_chain";--> statement-breakpoint
ALTER TABLE "authority" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "job" ADD COLUMN "pinyin" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "job" ADD COLUMN "initials" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "job" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "landing_end" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "organization" ADD COLUMN "region" text;--> statement-breakpoint
ALTER TABLE "organization" ADD COLUMN "profile" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "education_tag" ADD CONSTRAINT "education_tag_org_id_organization_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organization"("org_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oldman" ADD CONSTRAINT "oldman_org_id_organization_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organization"("org_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oldman" ADD CONSTRAINT "oldman_dept" FOREIGN KEY ("org_id","dept_id") REFERENCES "public"."dept"("org_id","dept_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oldman" ADD CONSTRAINT "oldman_current_bed" FOREIGN KEY ("org_id","current_bed_id") REFERENCES "public"."bed"("org_id","bed_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oldman_family" ADD CONSTRAINT "oldman_family_oldman" FOREIGN KEY ("org_id","oldman_id") REFERENCES "public"."oldman"("org_id","oldman_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_type" ADD CONSTRAINT "job_type_org_id_organization_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organization"("org_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "org_qualification" ADD CONSTRAINT "org_qualification_org_id_organization_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organization"("org_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bed" ADD CONSTRAINT "bed_org_id_organization_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organization"("org_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bed" ADD CONSTRAINT "bed_room" FOREIGN KEY ("org_id","room_id") REFERENCES "public"."room"("org_id","room_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "location" ADD CONSTRAINT "location_org_id_organization_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organization"("org_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "location" ADD CONSTRAINT "location_parent" FOREIGN KEY ("org_id","parent_id") REFERENCES "public"."location"("org_id","location_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "location_level" ADD CONSTRAINT "location_level_org_id_organization_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organization"("org_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room" ADD CONSTRAINT "room_org_id_organization_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organization"("org_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room" ADD CONSTRAINT "room_area" FOREIGN KEY ("org_id","area") REFERENCES "public"."location"("org_id","location_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room" ADD CONSTRAINT "room_dept" FOREIGN KEY ("org_id","dept_id") REFERENCES "public"."dept"("org_id","dept_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dictionary_value" ADD CONSTRAINT "dictionary_value_dictionary" FOREIGN KEY ("org_id","dictionary_id") REFERENCES "public"."dictionary"("org_id","dictionary_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_template_version" ADD CONSTRAINT "document_template_version_of" FOREIGN KEY ("org_id","template_id") REFERENCES "public"."document_template"("org_id","template_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_template_version" ADD CONSTRAINT "document_template_version_file" FOREIGN KEY ("org_id","file_id") REFERENCES "public"."document_template_file"("org_id","file_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "form_template" ADD CONSTRAINT "form_template_of_type" FOREIGN KEY ("org_id","type_id") REFERENCES "public"."form_template_type"("org_id","type_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "form_template_version" ADD CONSTRAINT "form_template_version_of" FOREIGN KEY ("org_id","template_id") REFERENCES "public"."form_template"("org_id","template_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_batch_row" ON "audit_batch" USING btree ("org_id","last_id");--> statement-breakpoint
CREATE UNIQUE INDEX "oldman_bed" ON "oldman" USING btree ("org_id","current_bed_id") WHERE current_bed_id is not null;--> statement-breakpoint
CREATE INDEX "oldman_list" ON "oldman" USING btree ("org_id","created_at" DESC NULLS FIRST,"oldman_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "oldman_status_list" ON "oldman" USING btree ("org_id","status","created_at" DESC NULLS FIRST,"oldman_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "oldman_dept" ON "oldman" USING btree ("org_id","dept_id");--> statement-breakpoint
CREATE INDEX "oldman_family_of" ON "oldman_family" USING btree ("org_id","oldman_id","sort");--> statement-breakpoint
CREATE INDEX "org_qualification_expiry" ON "org_qualification" USING btree ("valid_to") WHERE valid_to is not null;--> statement-breakpoint
CREATE INDEX "region_parent" ON "region" USING btree ("parent_code","code");--> statement-breakpoint
CREATE INDEX "room_dept" ON "room" USING btree ("org_id","dept_id");--> statement-breakpoint
CREATE INDEX "device_package_list" ON "device_package" USING btree ("org_id","created_at" DESC NULLS FIRST,"package_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "dictionary_value_order" ON "dictionary_value" USING btree ("org_id","dictionary_id","sort");--> statement-breakpoint
CREATE INDEX "document_template_list" ON "document_template" USING btree ("org_id","scope","sort","template_id");--> statement-breakpoint
CREATE INDEX "document_template_version_file_use" ON "document_template_version" USING btree ("org_id","file_id") WHERE file_id is not null;--> statement-breakpoint
CREATE INDEX "form_template_list" ON "form_template" USING btree ("org_id","sort","template_id");--> statement-breakpoint
ALTER TABLE "operation_log" DROP COLUMN "seq";--> statement-breakpoint
ALTER TABLE "operation_log" DROP COLUMN "hash";--> statement-breakpoint
DELETE FROM "audit_anchor";--> statement-breakpoint
INSERT INTO "audit_pending" ("org_id", "log_id") SELECT "org_id", "log_id" FROM "operation_log";
