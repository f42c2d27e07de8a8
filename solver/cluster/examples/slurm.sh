#!/bin/bash
#SBATCH --job-name=foregone
#SBATCH --ntasks-per-node=1
#SBATCH --requeue
#SBATCH --signal=B:USR1@60
#SBATCH --open-mode=append
# Solves GAME on all nodes of the job: sbatch --nodes 8 --cpus-per-task 16 slurm.sh GAME
# STORE and DB must be on a file system that all nodes see. A minute before its time is up
# the job puts itself into the queue again, and resumes from the store when its turn comes;
# what scancel ends stays ended.
set -euo pipefail
GAME=${1:?usage: sbatch slurm.sh GAME}
STORE=${STORE:-$SLURM_SUBMIT_DIR/foregone-store}
PORT=${PORT:-4222}
SECRET=$SLURM_SUBMIT_DIR/foregone.secret
first=$(scontrol show hostnames "$SLURM_JOB_NODELIST" | head -n 1)
umask 077
[ -s "$SECRET" ] || head -c 24 /dev/urandom | base64 | tr -d '/+=\n' >"$SECRET"
FOREGONE_CLUSTER="nats://worker:$(foregone cluster --token --secret-file "$SECRET")@$first:$PORT"
export FOREGONE_CLUSTER
memory=() # the first node has a coordinator and a worker
[ -z "${SLURM_MEM_PER_NODE:-}" ] || memory=(--memory "$((SLURM_MEM_PER_NODE / 2))MiB")

srun --nodes=1 --ntasks=1 --nodelist="$first" --overlap foregone solve "$GAME" --cluster "$first:$PORT" --secret-file "$SECRET" \
	--store "$STORE" ${DB:+--db "$DB"} --coordinate "${memory[@]}" &
lead=$!
srun --overlap foregone worker --workers "${SLURM_CPUS_PER_TASK:-1}" "${memory[@]}" &
workers=$!
again=
trap 'again=yes; scancel --signal=TERM "$SLURM_JOB_ID"' USR1 # to the programs, not to this script
status=0
wait $lead || status=$?
while kill -0 $lead 2>/dev/null; do # a signal ends wait before the program ends
	status=0
	wait $lead || status=$?
done
if [ "$again" ] && [ $status != 0 ]; then
	wait $workers || true
	scontrol requeue "$SLURM_JOB_ID"
fi
exit $status
