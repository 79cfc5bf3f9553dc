// Who took or paid out money, for the filters of the reports.
import { report } from '#contract/expense/report'
import { declareLookup } from '#web/kit/lookup'

declareLookup('cashiers', {
  call: report.calls.operators,
  items: (data) => data,
  value: 'userId',
  label: 'userName',
})
