// The plan of a training: what, when, where, what it counts, and whom it is for.
import { MOST_MATERIAL, type TrainingData, training } from '#contract/administration/training'
import { TrainingType } from '#contract/administration/trainingWords'
import { bench } from '#contract/home/bench'
import { DAY_MS, dayText } from '#contract/kit/clock'
import { send } from '#web/kit/call'
import { datetime } from '#web/kit/fields/date'
import { filesOf } from '#web/kit/fields/file'
import { lookupsOf } from '#web/kit/fields/lookup'
import { onOff } from '#web/kit/fields/option'
import { longText } from '#web/kit/fields/text'
import { editOf, type FormRequest, formOf } from '#web/kit/form/formOf'
import type { FieldSpecs } from '#web/kit/form/SchemaForm'

const { add, save, invite, get } = training.calls

const fields: FieldSpecs<typeof save.body> = {
  title: { wide: true, placeholder: '如：冬季防火与疏散演练' },
  type: {},
  creditHours: { props: { unit: '学时', min: 0.1 }, hint: '签到并合格的人，每人计入的学时' },
  startAt: { as: datetime },
  endAt: {
    as: datetime,
    check: (value, values) =>
      value && typeof values.startAt === 'string' && value <= values.startAt ? '应晚于开始时间' : null,
  },
  place: { placeholder: '如：一楼多功能厅' },
  teacher: { placeholder: '院内外讲师姓名' },
  passScore: { props: { unit: '分' }, hint: '不填就是没有考试，签到即合格' },
  certificate: { placeholder: '如：消防安全培训合格证', hint: '不填就不发证书；填了的，结束时给合格的人编号' },
  walkIn: { as: onOff, hint: '打开后，名单外的同事看到签到码也能签到，并加进名单' },
  content: { as: longText, wide: true, placeholder: '讲什么、要带什么、怎么考' },
  files: { as: filesOf({ max: MOST_MATERIAL }), wide: true, hint: '课件、讲义；名单里的人都能打开' },
}

const whom: FieldSpecs<typeof invite.body> = {
  deptIds: { as: lookupsOf('departments'), title: '参加部门', wide: true, hint: '选上级部门时，下级部门的人也参加' },
  jobIds: { as: lookupsOf('jobs'), title: '参加岗位', wide: true },
  userIds: {
    as: lookupsOf('staff'),
    title: '参加人员',
    wide: true,
    hint: '部门、岗位和人员可以一起选，重复的只算一次；保存后大家收到通知',
  },
}

type Saved = (row: TrainingData) => void

const tomorrow = () => dayText(Date.now() + DAY_MS)

export const newTraining = (onDone: Saved): FormRequest =>
  formOf(add, {
    title: '安排培训',
    verb: '保存并通知',
    width: 960,
    fields: { ...fields, ...whom },
    sections: [
      {
        title: '培训',
        fields: ['title', 'type', 'creditHours', 'startAt', 'endAt', 'place', 'teacher', 'content', 'files'],
      },
      { title: '考核与证书', fields: ['passScore', 'certificate'] },
      { title: '参加人员', fields: ['deptIds', 'jobIds', 'userIds', 'walkIn'] },
    ],
    initial: {
      type: TrainingType.is.care,
      creditHours: 2,
      startAt: `${tomorrow()} 14:00:00`,
      endAt: `${tomorrow()} 16:00:00`,
    },
    touches: [bench],
    done: '培训已安排，参加的人收到了通知',
    onDone,
  })

const valuesOf = (row: TrainingData) => ({
  type: row.type,
  title: row.title,
  startAt: row.startAt,
  endAt: row.endAt,
  creditHours: row.creditHours,
  place: row.place,
  teacher: row.teacher,
  content: row.content,
  passScore: row.passScore,
  certificate: row.certificate,
  walkIn: row.walkIn,
  files: row.files.length > 0 ? row.files : null,
})

export async function editTraining(trainingId: string, onDone?: Saved): Promise<FormRequest> {
  const row = await send(get, { trainingId })
  return editOf(save, row, {
    title: '修改培训',
    verb: '保存修改',
    about: row.title,
    width: 960,
    fields,
    head: <p className="yy-training-strip">时间或地点改动后，名单里的 {row.people} 人会收到通知。</p>,
    values: valuesOf,
    also: ({ trainingId: id, version }: TrainingData) => ({ trainingId: id, version }),
    again: () => send(get, { trainingId }),
    done: '培训已修改',
    ...(onDone && { onDone }),
  })
}

export const inviteForm = (row: TrainingData): FormRequest =>
  formOf(invite, {
    title: '添加人员',
    verb: '添加并通知',
    about: row.title,
    width: 720,
    fields: whom,
    also: { trainingId: row.trainingId },
    done: '已添加，他们收到了通知',
  })
