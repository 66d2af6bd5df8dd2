import { ISLAND_FAILED } from '../directives/interaction.ts';
import { submitForm } from './submit-form.ts';

/**
 * Does the lead form's job when its island could not be loaded (the network went away after the page came):
 * the lead is kept in this browser and the visitor goes on. Only when that fails too, the browser posts the
 * form itself.
 */
export function standInForForms(): void {
  document.addEventListener(ISLAND_FAILED, (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement)) return;
    event.preventDefault();
    void submitForm(form).then((outcome) => {
      if (outcome.kind === 'failed' || outcome.kind === 'invalid') form.submit();
    });
  });
}
