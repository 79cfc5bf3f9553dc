DROP INDEX "job_run_mine";--> statement-breakpoint
DROP INDEX "operation_log_list";--> statement-breakpoint
DROP INDEX "operation_log_target";--> statement-breakpoint
DROP INDEX "login_log_list";--> statement-breakpoint
DROP INDEX "sms_code_phone";--> statement-breakpoint
DROP INDEX "sms_message_list";--> statement-breakpoint
DROP INDEX "user_message_mine";--> statement-breakpoint
DROP INDEX "account_list";--> statement-breakpoint
CREATE INDEX "job_run_mine" ON "job_run" USING btree ("org_id","created_by","created_at" DESC NULLS FIRST,"run_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "operation_log_list" ON "operation_log" USING btree ("org_id","created_at" DESC NULLS FIRST,"log_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "operation_log_target" ON "operation_log" USING btree ("org_id","target_id","created_at" DESC NULLS FIRST,"log_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "login_log_list" ON "login_log" USING btree ("org_id","login_time" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "sms_code_phone" ON "sms_code" USING btree ("phone","created_at" DESC NULLS FIRST,"code_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "sms_message_list" ON "sms_message" USING btree ("org_id","created_at" DESC NULLS FIRST,"message_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "user_message_mine" ON "user_message" USING btree ("org_id","user_id","created_at" DESC NULLS FIRST,"message_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "account_list" ON "account" USING btree ("org_id","created_at" DESC NULLS FIRST,"user_id" DESC NULLS FIRST);