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
ALTER TABLE "document_template" ADD COLUMN "pinyin" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "document_template" ADD COLUMN "initials" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "document_template_version" ADD COLUMN "template_name" text NOT NULL;--> statement-breakpoint
ALTER TABLE "document_template_version" ADD COLUMN "file_id" varchar(64);--> statement-breakpoint
ALTER TABLE "document_template_version" ADD CONSTRAINT "document_template_version_file" FOREIGN KEY ("org_id","file_id") REFERENCES "public"."document_template_file"("org_id","file_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "document_template_list" ON "document_template" USING btree ("org_id","scope","sort","template_id");--> statement-breakpoint
CREATE INDEX "document_template_version_file_use" ON "document_template_version" USING btree ("org_id","file_id") WHERE file_id is not null;--> statement-breakpoint
ALTER TABLE "document_template_version" ADD CONSTRAINT "document_template_version_content" CHECK (("document_template_version"."html" is null) <> ("document_template_version"."file_id" is null));