// A process of its own: the sites that audits visit, so that serving them is not the measured server's work.
import { environmentIn } from '../../tests/fixtures/audits/environment.ts';
import { HUNGRY } from '../../tests/fixtures/audits/hungry.ts';
import { openInternet } from '../../tests/fixtures/audits/internet.ts';
import { SITES } from '../../tests/fixtures/audits/sites.ts';

const internet = await openInternet({ ...SITES, ...HUNGRY });
process.send?.(environmentIn(internet));
process.on('disconnect', () => process.exit());
