// The forms of the archive's sections: filled from what the page shows, held to the version it was read in.

import { idCardFacts, isIdCard } from '#contract/kit/formats'
import { archive } from '#contract/live/archive'
import type { FileRowData } from '#contract/live/archiveFields'
import { type ArchiveWholeData, archiveSection } from '#contract/live/archiveSection'
import { IN_HOUSE } from '#contract/live/resident'
import { baseFields, extraFields, followCard, healthFields, isCard } from '#web/areas/live/archive/fields'
import { FileRows } from '#web/areas/live/archive/fileRows.part'
import { send } from '#web/kit/call'
import type { Field } from '#web/kit/fields/field'
import { text } from '#web/kit/fields/text'
import { type FormRequest, formOf } from '#web/kit/form/formOf'

const { base, saveBase, extra, saveExtra, health, saveHealth } = archiveSection.calls

export type EditableSection = 'base' | 'extra' | 'health'

const touches = [archive, { area: 'live', name: 'residence' }] as const

/** An archive's own number comes masked and may stay so. */
function ownBaseFields({ oldmanId, status, base: { idCard: masked } }: ArchiveWholeData) {
  const fields = baseFields(oldmanId)
  const lives = IN_HOUSE.includes(status)
  return {
    ...fields,
    oldmanName: { check: (name: string | null | undefined) => (name?.trim() ? null : '请填写姓名') },
    deptId: { ...fields.deptId, disabled: lives, hint: lives ? '在住老人的部门随床位走，要换请用调床' : undefined },
    idCard: {
      ...fields.idCard,
      hint: '中间几位已隐藏；不改动就保持原来的号码，要改请填写全部号码',
      check: (card: string | null | undefined, values: Record<string, unknown>) =>
        !card || card === masked
          ? null
          : card.includes('*')
            ? '号码不完整，请填写全部号码'
            : isCard(values) && !isIdCard(card.toUpperCase())
              ? '身份证号不正确，请核对 18 位号码和最后一位校验码'
              : null,
    },
    sex: {
      ...fields.sex,
      check: (sex: number | null | undefined, values: Record<string, unknown>) => {
        const facts = isCard(values) ? idCardFacts(values.idCard as string) : null
        return facts && sex !== null && sex !== undefined && sex !== (facts.male ? 0 : 1) ? '与身份证号不符' : null
      },
    },
  }
}

/** Fields of the form out of an answer that says more. */
const pickOf = (data: object, fields: object) =>
  Object.fromEntries(Object.keys(fields).map((key) => [key, (data as Record<string, unknown>)[key]]))

export function sectionForm(section: EditableSection, one: ArchiveWholeData): FormRequest {
  const { oldmanId, oldmanName, version } = one
  const common = {
    about: oldmanName,
    width: 720,
    also: { oldmanId, version },
    touches,
    draft: `archive:${section}:${oldmanId}`,
  } as const
  if (section === 'base') {
    const fields = ownBaseFields(one)
    return formOf(saveBase, {
      ...common,
      title: '修改基本信息',
      fields: fields as never,
      initial: pickOf(one.base, fields),
      follow: followCard,
      reload: async () => {
        const now = await send(base, { oldmanId })
        return { values: pickOf(now, fields), also: { version: now.version } }
      },
    })
  }
  if (section === 'extra') {
    return formOf(saveExtra, {
      ...common,
      title: '修改扩展信息',
      fields: extraFields as never,
      initial: pickOf(one.extra, extraFields),
      reload: async () => {
        const now = await send(extra, { oldmanId })
        return { values: pickOf(now, extraFields), also: { version: now.version } }
      },
    })
  }
  return formOf(saveHealth, {
    ...common,
    title: '修改健康信息',
    fields: healthFields as never,
    initial: pickOf(one.health, healthFields),
    reload: async () => {
      const now = await send(health, { oldmanId })
      return { values: pickOf(now, healthFields), also: { version: now.version } }
    },
  })
}

export const sectionNeeds: Readonly<Record<EditableSection, string>> = {
  base: saveBase.needs,
  extra: saveExtra.needs,
  health: saveHealth.needs,
}

type Papers = NonNullable<Parameters<typeof FileRows>[0]['value']>

const papers: Field<Papers> = {
  ...(text as unknown as Field<Papers>),
  input: ({ value, onChange }) => <FileRows value={value ?? []} onChange={(next) => onChange?.(next)} />,
}

export const addFilesForm = (one: Pick<ArchiveWholeData, 'oldmanId' | 'oldmanName'>): FormRequest =>
  formOf(archive.calls.addFiles, {
    title: '新增附件',
    about: one.oldmanName,
    width: 720,
    columns: 1,
    fields: {
      files: {
        title: '附件',
        as: papers as never,
        check: (files) => ((files as unknown[] | null)?.length ? null : '请选择要上传的附件'),
      },
    },
    also: { oldmanId: one.oldmanId },
    draft: false,
    touches: [archiveSection],
    done: '附件已保存',
  })

export const editFileForm = (file: FileRowData): FormRequest =>
  formOf(archive.calls.saveFile, {
    title: '修改附件',
    about: file.fileName,
    columns: 1,
    initial: { kind: file.kind, expireDate: file.expireDate, remark: file.remark },
    also: { id: file.fileId },
    draft: false,
    touches: [archiveSection],
  })
