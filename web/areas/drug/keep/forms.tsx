// Forms of the stock: what is brought, handed back, written off or counted, a recall, and when the house warns.
import { DrugKeepType, DrugSource } from '#contract/drug/drugWords'
import { drugKeep } from '#contract/drug/keep'
import type { DrugSettingData, RecallData, SlipData } from '#contract/drug/keepRows'
import { IN_HOUSE } from '#contract/live/resident'
import { residentOf } from '#web/areas/live/public'
import { send } from '#web/kit/call'
import { imagesOf } from '#web/kit/fields/image'
import { lookupOf } from '#web/kit/fields/lookup'
import { int } from '#web/kit/fields/number'
import { radioOf, yesNo } from '#web/kit/fields/option'
import { longText, suggesting } from '#web/kit/fields/text'
import { editOf, type FormRequest, formOf } from '#web/kit/form/formOf'
import { countedOf, countedProblem, type HeldBatch, movedOf, movedProblem } from './batchLines.part.tsx'
import { depositLines, lineProblem } from './depositLines.part.tsx'

const { handBack, loss } = DrugKeepType.is
const photos = imagesOf({ max: 9 })
const relation = suggesting(['儿子', '女儿', '配偶', '儿媳', '女婿', '孙辈', '本人', '护工'])
const staff = lookupOf('staff')

export interface Whose {
  oldmanId: string
  oldmanName: string
}

/** `elder`: fixed; otherwise it is chosen. */
export const depositForm = (elder: Whose | null, onSlip: (slip: SlipData) => void): FormRequest =>
  formOf(drugKeep.calls.add, {
    title: '药品存入',
    about: elder?.oldmanName,
    verb: '存入',
    anyway: '仍然存入',
    width: 960,
    columns: 3,
    initial: { source: 'FAMILY', ...(elder && { oldmanId: elder.oldmanId }) },
    head: (
      <p className="yy-drug-intro">
        收原包装药品，核对处方、批号和有效期。健康食品不按药品收。存入后打印一式两份，送药人签字。
      </p>
    ),
    fields: {
      oldmanId: { as: residentOf({ statuses: IN_HOUSE }), disabled: elder !== null },
      source: { as: radioOf(DrugSource) },
      person: { title: '送药人', placeholder: '谁送来的' },
      relation: { as: relation },
      lines: { as: depositLines, title: '药品', wide: true, check: lineProblem },
      photos: { as: photos, title: '药品与处方照片', wide: true },
      reason: { as: longText, title: '备注', wide: true },
    },
    done: '药品已存入',
    onDone: onSlip,
  })

/** Handed back to the family, or written off. */
export const leaveForm = (
  elder: Whose,
  keepType: typeof handBack | typeof loss,
  batches: readonly HeldBatch[],
  onSlip: (slip: SlipData) => void,
): FormRequest => {
  const back = keepType === handBack
  const verb = back ? '退还' : '报损'
  return formOf(drugKeep.calls.move, {
    title: back ? '退还家属' : '药品报损',
    about: elder.oldmanName,
    verb,
    width: 960,
    columns: 3,
    danger: !back,
    draft: false,
    also: { keepType: String(keepType) } as never,
    fields: {
      lines: { as: movedOf(batches, verb), title: '数量', wide: true, check: movedProblem },
      ...(back && {
        person: {
          title: '领取人',
          check: (value: string | null | undefined) => (value?.trim() ? null : '请填写领取人'),
        },
        relation: { as: relation },
      }),
      witnessId: { as: staff, title: '见证人', hint: '高警示药品报损要有另一人在场' },
      reason: {
        as: longText,
        title: '原因',
        wide: true,
        placeholder: back ? '如 停药，剩余药品带回' : '如 受潮、掉落、过期',
        check: (value: string | null | undefined) => (back || value?.trim() ? null : '请填写报损原因'),
      },
      photos: { as: photos, title: '照片', wide: true },
    },
    done: back ? '已退还家属' : '已报损',
    onDone: onSlip,
  })
}

export const countForm = (elder: Whose, batches: readonly HeldBatch[]): FormRequest =>
  formOf(drugKeep.calls.count, {
    title: '药品盘点',
    about: elder.oldmanName,
    verb: '保存盘点',
    width: 960,
    columns: 3,
    draft: false,
    also: { oldmanId: elder.oldmanId },
    head: <p className="yy-drug-intro">清点后填实点数量，没清点的留空。账实不符要写原因，差异记入收发记录。</p>,
    fields: {
      lines: { as: countedOf(batches), title: '清点', wide: true, check: countedProblem },
      witnessId: { as: staff, title: '见证人', hint: '高警示药品有差异时要有另一人在场' },
      reason: { as: longText, title: '差异原因', wide: true },
    },
    done: '盘点已保存',
  })

const drugs = lookupOf('drug')

export const recallForm = (of?: { drugId: string; batchNo: string }): FormRequest =>
  formOf(drugKeep.calls.recall, {
    title: '召回批号',
    verb: '召回',
    danger: true,
    draft: false,
    initial: of ?? {},
    head: (
      <p className="yy-drug-intro">
        召回后这一批马上不能再发、不能再收；已存的要退还家属或报损。列表会写明谁有这一批、谁用过。
      </p>
    ),
    fields: {
      drugId: { as: drugs, wide: true },
      batchNo: { wide: true },
      reason: { as: longText, wide: true, placeholder: '如 厂家通知' },
    },
    done: '已召回',
  })

export const releaseForm = (row: RecallData): FormRequest =>
  formOf(drugKeep.calls.release, {
    title: '解除召回',
    about: `${row.drugName} ${row.spec} 批号 ${row.batchNo}`,
    verb: '解除召回',
    draft: false,
    also: { recallId: row.recallId!, version: row.version } as never,
    fields: { reason: { as: longText, title: '解除说明', wide: true, placeholder: '如 厂家复检合格' } },
    done: '已解除召回',
  })

export const settingForm = (now: DrugSettingData): FormRequest =>
  editOf(drugKeep.calls.saveSetting, now, {
    title: '药品预警设置',
    verb: '保存设置',
    draft: false,
    fields: {
      shortDays: { as: int, props: { unit: '天' }, hint: '存药够用的天数不超过它，红色提醒' },
      lowDays: { as: int, props: { unit: '天' }, hint: '不超过它，黄色提醒' },
      expiryDays: { as: int, props: { unit: '天' }, hint: '离有效期不超过它，橙色提醒' },
      restDays: { as: int, props: { unit: '天' }, hint: '收药时离有效期不足它，要确认' },
      oneAtNight: { as: yesNo, hint: '只限非高警示药品；白天一律双人' },
    },
    values: ({ version: _, ...values }: DrugSettingData) => values,
    also: ({ version }: DrugSettingData) => ({ version }),
    again: () => send(drugKeep.calls.setting),
    done: '设置已保存',
  })
