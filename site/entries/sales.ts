import { openDialogsByAddress } from '../browser/dialogs.ts';
import { onceTouched } from '../browser/later.ts';
import { hideThumbBarNearForm } from '../components/funnel/thumb-bar.ts';
import { followSliders } from '../islands/compare/compare.ts';
import { playFilmsOnClick } from '../islands/film/film.ts';
import { takeOverForms, tellReturningVisitors } from '../islands/lead-form/lead-form.ts';
import { fetchNextStepAhead } from '../lead/next-step.ts';

tellReturningVisitors();
onceTouched(() => {
  takeOverForms();
  openDialogsByAddress();
  playFilmsOnClick();
  followSliders();
  fetchNextStepAhead();
  hideThumbBarNearForm();
});
