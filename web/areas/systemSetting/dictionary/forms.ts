// The head of a dictionary as forms: made, renamed, moved to another group.
import { type DictionaryData, dictionary } from '#contract/systemSetting/dictionary'
import { send } from '#web/kit/call'
import { formOf } from '#web/kit/form/formOf'

export const newDictionary = (model: DictionaryData['model'] | null, onDone: (dictionaryId: string) => void) =>
  formOf(dictionary.calls.create, {
    title: '新增字典',
    verb: '新增字典',
    columns: 1,
    done: '字典已新增，请添加它的值',
    initial: { model: model ?? 'other' },
    fields: {
      dictionaryName: { placeholder: '如 班车线路' },
      dictionaryCode: { placeholder: '如 shuttleLine', hint: '表单和接口按编码取值，保存后不能修改' },
      model: {},
      remark: { wide: true },
    },
    onDone: ({ dictionaryId }) => onDone(dictionaryId),
  })

const valuesOf = (row: DictionaryData) => ({
  dictionaryName: row.dictionaryName,
  model: row.model,
  remark: row.remark,
})

export const editDictionary = (row: DictionaryData, onDone: () => void) =>
  formOf(dictionary.calls.update, {
    title: `“${row.dictionaryName}”的名称与说明`,
    columns: 1,
    initial: valuesOf(row),
    also: { dictionaryId: row.dictionaryId, version: row.version },
    fields: {
      dictionaryName: {},
      ...(!row.system && { model: {} }),
      remark: { wide: true },
    },
    reload: async () => {
      const { list } = await send(dictionary.calls.list, { dictionaryCode: row.dictionaryCode }, { silent: true })
      const now = list[0] ?? row
      return { values: valuesOf(now), also: { version: now.version } }
    },
    onDone,
  })
