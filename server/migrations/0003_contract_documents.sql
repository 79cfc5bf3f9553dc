CREATE TABLE "contract_document_file" (
	"org_id" varchar(64) NOT NULL,
	"contract_id" varchar(64) NOT NULL,
	"content" "bytea" NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "contract_document_file_org_id_contract_id_pk" PRIMARY KEY("org_id","contract_id")
);
--> statement-breakpoint
ALTER TABLE "contract_document" ADD COLUMN "final_html" text;--> statement-breakpoint
ALTER TABLE "contract_document" ADD COLUMN "signers" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "contract_document" ADD COLUMN "signed" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "contract_document" ADD COLUMN "previous_id" varchar(64);--> statement-breakpoint
ALTER TABLE "contract_document_file" ADD CONSTRAINT "contract_document_file_of" FOREIGN KEY ("org_id","contract_id") REFERENCES "public"."contract_document"("org_id","contract_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contract_document_template" ON "contract_document" USING btree ("org_id","template_id");--> statement-breakpoint
CREATE INDEX "contract_document_previous" ON "contract_document" USING btree ("org_id","previous_id") WHERE previous_id is not null;--> statement-breakpoint
ALTER TABLE "contract_document" ADD CONSTRAINT "contract_document_final" CHECK ("contract_document"."state" = 0 or "contract_document"."html" is null or "contract_document"."final_html" is not null);