// Where the records of nursing are stored.
import type { StoredRecords } from '#server/kit/test/storedRecords'

export default {
  assessment: { table: 'assessment', id: 'assessment_id', dept: 'oldman' },
  careCategory: { table: 'care_category', id: 'category_id' },
  careProject: { table: 'care_project', id: 'project_id' },
  level: { table: 'nursing_level', id: 'level_id' },
  carePlan: { table: 'care_plan', id: 'plan_id', where: `t.state = 'ON'`, dept: 'oldman' },
  careTask: { table: 'care_task', id: 'task_id', where: `t.state = 'WAITING'`, dept: 'oldman' },
  careExecution: { table: 'care_execution', id: 'execution_id', dept: 'oldman' },
  vitalSign: { table: 'vital_sign', id: 'sign_id', where: 't.removed_at is null', dept: 'oldman' },
  vitalAlert: { table: 'vital_alert', id: 'alert_id', where: "t.state <> 'CLOSED'", dept: 'oldman' },
} satisfies StoredRecords
