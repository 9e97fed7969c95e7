import { html } from '../../pages/html.ts'

export const schedules = html`
  <h1>Schedules</h1>

  <h2>Interval</h2>
  <p>
    The first run is at activation, the next ones at activation plus one, two, three intervals and so on. The grid does
    not drift, however long the calls take.
  </p>

  <h2>Cron expression</h2>
  <p>Five fields, read in the time zone that you choose:</p>
  <pre tabindex="0">
minute  hour  day-of-month  month  day-of-week
*/15    *     *             *      *            every 15 minutes
0       9     *             *      1-5          at 09:00, Monday to Friday
30      6     1             *      *            at 06:30 on the first of each month</pre>
  <p>
    <code>@hourly</code>, <code>@daily</code>, <code>@weekly</code>, <code>@monthly</code> and <code>@yearly</code> work
    too. A local time that daylight saving skips runs at the first moment after the gap. One that comes twice runs once,
    unless the hour field is a wildcard.
  </p>

  <h2>One time</h2>
  <p>Runs once at the moment that you pick, then the task is disabled.</p>

  <h2>What always holds</h2>
  <ul>
    <li>A run is recorded once for its scheduled time, however many servers there are.</li>
    <li>
      Runs of one task never overlap. Where one takes longer than the interval, the next waits for it, and the ones
      missed meanwhile are skipped.
    </li>
    <li>After an outage of ours, an overdue task runs once, at once, and goes on by its grid.</li>
  </ul>
`
