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
DROP INDEX "operation_log_unsealed";--> statement-breakpoint
DROP INDEX "operation_log_chain";--> statement-breakpoint
CREATE INDEX "audit_batch_row" ON "audit_batch" USING btree ("org_id","last_id");--> statement-breakpoint
ALTER TABLE "operation_log" DROP COLUMN "seq";--> statement-breakpoint
ALTER TABLE "operation_log" DROP COLUMN "hash";--> statement-breakpoint
INSERT INTO "audit_pending" ("org_id", "log_id") SELECT "org_id", "log_id" FROM "operation_log";
