import { followSliders } from './compare.ts';
import { openDialogsByAddress } from './dialogs.ts';
import { playFilmsOnClick } from './film.ts';
import { onceTouched } from './later.ts';
import { takeOverForms, tellReturningVisitors } from './lead-form.ts';
import { fetchNextStepAhead } from './next-step.ts';
import { hideThumbBarNearForm } from './thumb-bar.ts';

tellReturningVisitors();
onceTouched(() => {
  takeOverForms();
  openDialogsByAddress();
  playFilmsOnClick();
  followSliders();
  fetchNextStepAhead();
  hideThumbBarNearForm();
});
