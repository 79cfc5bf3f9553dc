// Somebody noticed that an elder is not as before: an assessment is due at once.
import { dayText } from '#contract/kit/clock'
import { IN_HOUSE } from '#contract/live/resident'
import { assessForm } from '#contract/nursing/assessForm'
import { residentOf } from '#web/areas/live/public'
import { date } from '#web/kit/fields/date'
import { longText } from '#web/kit/fields/text'
import { type FormRequest, formOf } from '#web/kit/form/formOf'

const resident = residentOf({ statuses: IN_HOUSE })

export const changeForm = ({ oldmanId }: { oldmanId?: string }): FormRequest =>
  formOf(assessForm.calls.reportChange, {
    title: '报告情况变化',
    verb: '报告',
    columns: 1,
    fields: {
      oldmanId: { as: resident },
      content: {
        as: longText,
        title: '和以前有什么不一样',
        placeholder: '如：近一周走路要人扶，夜里叫不醒过两次',
        hint: '报告后这位老人排到待评名单最前面',
      },
      happenedOn: { as: date },
    },
    initial: { happenedOn: dayText(), ...(oldmanId && { oldmanId }) },
    done: '已报告，老人已列入待评名单',
  })
