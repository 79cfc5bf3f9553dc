// The form of the facts in a staff file.
import { staffFile } from '#contract/administration/staffFile'
import type { StaffFileData } from '#contract/administration/staffFileShape'
import { StaffSkill } from '#contract/administration/staffWords'
import { options } from '#contract/kit/options'
import { StaffStatus } from '#contract/platform/staff'
import { StaffType } from '#contract/platform/user'
import { send } from '#web/kit/call'
import { idCard } from '#web/kit/fields/idCard'
import { imageOf } from '#web/kit/fields/image'
import { dictionaryOf } from '#web/kit/fields/lookup'
import { manyOf, optionField } from '#web/kit/fields/option'
import { longText, suggesting } from '#web/kit/fields/text'
import { editOf, type FormRequest } from '#web/kit/form/formOf'

/** Of carers, and of the certificates that say so. */
export const LEVELS = ['五级', '四级', '三级', '二级', '一级']
const RELATIONS = ['配偶', '父母', '子女', '兄弟姐妹', '朋友']

/** Leaving is an act of its own. */
const StandingStatus = options('StandingStatus', '在职状态', [
  [1, 'employed', ['在职', 'green']],
  [2, 'probation', ['试用', 'teal']],
  [4, 'suspended', ['停职', 'red']],
  [5, 'rehired', ['退休返聘', 'blue']],
])
const valuesOf = (row: StaffFileData) => ({
  status: row.status,
  empKey: row.empKey,
  empType: row.empType,
  empTitle: row.empTitle,
  nursingLevel: row.nursingLevel,
  workingPicture: row.workingPicture,
  intro: row.intro,
  idNo: row.idNo,
  birthday: row.birthday,
  education: row.education,
  nativePlace: row.nativePlace,
  address: row.address,
  contactName: row.contactName,
  contactPhone: row.contactPhone,
  contactRelation: row.contactRelation,
  hireDate: row.hireDate,
  probationEnd: row.probationEnd,
  skills: row.skills.length > 0 ? row.skills : null,
  noNightFrom: row.noNightFrom,
  noNightTo: row.noNightTo,
  noNightReason: row.noNightReason,
  remark: row.remark,
})

export function editForm(row: StaffFileData): FormRequest {
  const left = row.status === StaffStatus.is.left
  return editOf(staffFile.calls.save, row, {
    title: '编辑员工档案',
    verb: '保存档案',
    about: row.empName,
    width: 960,
    columns: 3,
    fields: {
      ...(!left && {
        status: {
          as: optionField(StandingStatus) as never,
          title: '在职状态',
          hint: '改为停职后账号不能登录；离职请用“办理离职”',
        },
      }),
      empKey: { title: '工号' },
      empType: { as: optionField(StaffType), title: '人员类别', hint: '决定出现在哪些名单里' },
      empTitle: { title: '职称' },
      nursingLevel: { as: suggesting(LEVELS), title: '护理员等级', when: (values) => values.empType === 'nursing' },
      hireDate: {},
      probationEnd: {},
      skills: { as: manyOf(StaffSkill) as never, title: '技能' },
      workingPicture: { as: imageOf({ route: 3 }), title: '照片' },
      idNo: { as: idCard, title: '身份证号' },
      birthday: { hint: '填身份证号后自动带出' },
      education: { as: dictionaryOf('education'), title: '学历' },
      nativePlace: { placeholder: '如：江苏南通' },
      contactName: {},
      contactPhone: {},
      contactRelation: { as: suggesting(RELATIONS), title: '与本人关系' },
      address: { wide: true },
      noNightFrom: { title: '不排夜班从', hint: '怀孕满七个月、哺乳期等' },
      noNightTo: { title: '不排夜班至' },
      noNightReason: { title: '不排夜班原因', placeholder: '如：哺乳期' },
      intro: { as: longText, wide: true, title: '简介' },
      remark: { as: longText, wide: true, title: '备注' },
    },
    follow: (changed) => {
      const card = changed.idNo as string | null | undefined
      return card && /^\d{17}[\dX]$/.test(card)
        ? { birthday: `${card.slice(6, 10)}-${card.slice(10, 12)}-${card.slice(12, 14)}` }
        : undefined
    },
    values: valuesOf,
    also: (now) => ({ empId: now.empId, version: now.version }),
    again: () => send(staffFile.calls.get, { empId: row.empId }),
    done: '档案已保存',
  })
}
