// npm run bench:server, bench:delivery, bench:scale: one report of the real server each, by the name that is given.
import { report } from '../report.ts';
import { deliveryReport } from './delivery-rows.ts';
import { scaleReport } from './scale-rows.ts';
import { serverReport } from './server-rows.ts';

const REPORTS = { server: serverReport, delivery: deliveryReport, scale: scaleReport };

const [name = ''] = process.argv.slice(2);
if (!Object.hasOwn(REPORTS, name)) throw new Error(`${name} is none of ${Object.keys(REPORTS).join(', ')}`);
report(await REPORTS[name as keyof typeof REPORTS](process.argv.includes('--quick')));
