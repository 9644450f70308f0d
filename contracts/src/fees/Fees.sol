// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {Sig} from "../exchange/OrderTypes.sol";
import {Signatures} from "../exchange/Signatures.sol";
import {FeeCap} from "./FeeCap.sol";
import {IFees} from "./IFees.sol";

/// @notice See IFees.
/// @dev EIP712 before Ownable2Step: the exchange and its module share the state in front of Ownable's.
abstract contract Fees is IFees, EIP712, Ownable2Step {
    uint256 internal constant BPS = 10_000;
    uint256 private constant DELAY = 2 days;
    uint256 private constant LONGEST_PAUSE = 24 hours;
    /// @dev In `feeSignerFrom`: for ever, or earlier signatures would count again.
    uint256 private constant REMOVED = type(uint256).max;
    bytes32 private constant BUYER_FEE_TYPEHASH = keccak256("BuyerFee(bytes32 order,uint256 buyerFee,uint256 feeEpoch)");

    /// @dev One slot: all that a fill has to know.
    struct Slot {
        address beneficiary;
        uint16 fee;
        uint16 nextFee;
        uint32 from;
        uint16 minimumSellerFee;
        uint8 epoch;
        /// 1 when `_pause` has to be read.
        uint8 paused;
    }

    struct NextBeneficiary {
        address account;
        uint64 from;
    }

    struct NextMinimum {
        uint16 fee;
        uint64 from;
    }

    struct Pause {
        uint64 from;
        uint64 until;
    }

    Slot private _slot;
    /// @dev The running pause or the last one.
    Pause private _pause;
    NextBeneficiary private _nextBeneficiary;
    NextMinimum private _nextMinimum;
    /// @inheritdoc IFees
    mapping(address signer => uint256) public feeSignerFrom;

    constructor(address owner_, address beneficiary_, address[] memory feeSigners, uint256 buyerFee_, uint256 minimumSellerFee_)
        Ownable(owner_)
    {
        _checkBeneficiary(beneficiary_);
        _slot.beneficiary = beneficiary_;
        _slot.fee = FeeCap.checked(buyerFee_);
        _slot.minimumSellerFee = FeeCap.checked(minimumSellerFee_);
        emit BeneficiaryChanged(beneficiary_);
        for (uint256 i; i < feeSigners.length; ++i) {
            _addFeeSigner(feeSigners[i], block.timestamp);
        }
    }

    /// @inheritdoc IFees
    function setBuyerFee(uint256 buyerFee_) external onlyOwner {
        Slot storage slot = _slot;
        slot.fee = uint16(_defaultFee(slot));
        slot.nextFee = FeeCap.checked(buyerFee_);
        slot.from = uint32(block.timestamp + DELAY);
        emit BuyerFeeScheduled(buyerFee_, slot.from);
    }

    /// @inheritdoc IFees
    function setBeneficiary(address beneficiary_) external onlyOwner {
        _checkBeneficiary(beneficiary_);
        uint64 from = uint64(block.timestamp + DELAY);
        _nextBeneficiary = NextBeneficiary(beneficiary_, from);
        emit BeneficiaryScheduled(beneficiary_, from);
    }

    /// @inheritdoc IFees
    function applyBeneficiary() external {
        NextBeneficiary memory next = _nextBeneficiary;
        _checkDue(next.from);
        delete _nextBeneficiary;
        _slot.beneficiary = next.account;
        emit BeneficiaryChanged(next.account);
    }

    /// @inheritdoc IFees
    function setMinimumSellerFee(uint256 minimumSellerFee_) external onlyOwner {
        uint64 from = uint64(block.timestamp + DELAY);
        _nextMinimum = NextMinimum(FeeCap.checked(minimumSellerFee_), from);
        emit MinimumSellerFeeScheduled(minimumSellerFee_, from);
    }

    /// @inheritdoc IFees
    function applyMinimumSellerFee() external {
        NextMinimum memory next = _nextMinimum;
        _checkDue(next.from);
        delete _nextMinimum;
        _slot.minimumSellerFee = next.fee;
        emit MinimumSellerFeeChanged(next.fee);
    }

    /// @inheritdoc IFees
    function addFeeSigner(address signer) external onlyOwner {
        _addFeeSigner(signer, block.timestamp + DELAY);
    }

    /// @inheritdoc IFees
    function removeFeeSigner(address signer) external onlyOwner {
        uint256 from = feeSignerFrom[signer];
        if (from == 0 || from == REMOVED) revert FeesSignerMissing(signer);
        feeSignerFrom[signer] = REMOVED;
        emit FeeSignerRemoved(signer);
    }

    /// @inheritdoc IFees
    function raiseFeeEpoch() external onlyOwner {
        uint8 epoch = _slot.epoch + 1;
        _slot.epoch = epoch;
        emit FeeEpochChanged(epoch);
    }

    /// @inheritdoc IFees
    function pause(uint256 duration) external onlyOwner {
        if (duration > LONGEST_PAUSE) revert FeesPauseTooLong(duration, LONGEST_PAUSE);
        uint256 earliest = nextPauseFrom();
        if (block.timestamp < earliest) revert FeesPauseTooSoon(earliest);
        uint256 until = block.timestamp + duration;
        _slot.paused = 1;
        _pause = Pause(uint64(block.timestamp), uint64(until));
        emit Paused(until);
    }

    /// @inheritdoc IFees
    function unpause() external onlyOwner {
        _slot.paused = 0;
        if (block.timestamp < _pause.until) _pause.until = uint64(block.timestamp);
        emit Unpaused();
    }

    /// @inheritdoc IFees
    function buyerFee() public view returns (uint256) {
        return _defaultFee(_slot);
    }

    /// @inheritdoc IFees
    function nextBuyerFee() external view returns (uint256 fee, uint256 from) {
        Slot memory slot = _slot;
        return block.timestamp < slot.from ? (slot.nextFee, slot.from) : (0, 0);
    }

    /// @inheritdoc IFees
    function nextBeneficiary() external view returns (address account, uint256 from) {
        return (_nextBeneficiary.account, _nextBeneficiary.from);
    }

    /// @inheritdoc IFees
    function nextMinimumSellerFee() external view returns (uint256 fee, uint256 from) {
        return (_nextMinimum.fee, _nextMinimum.from);
    }

    /// @inheritdoc IFees
    function minimumSellerFee() external view returns (uint256) {
        return _slot.minimumSellerFee;
    }

    /// @inheritdoc IFees
    function nextPauseFrom() public view returns (uint256) {
        Pause memory last = _pause;
        uint256 end = block.timestamp < last.until ? block.timestamp : last.until;
        return end + (end - last.from);
    }

    /// @inheritdoc IFees
    function feeEpoch() public view returns (uint256) {
        return _slot.epoch;
    }

    /// @inheritdoc IFees
    function pausedUntil() external view returns (uint256) {
        return block.timestamp < _pause.until ? _pause.until : 0;
    }

    /// @inheritdoc IFees
    function buyerFeeDigest(bytes32 orderHash, uint256 buyerFee_) external view returns (bytes32) {
        return _buyerFeeDigest(orderHash, buyerFee_, _slot.epoch);
    }

    /// @inheritdoc IFees
    function beneficiary() public view virtual returns (address) {
        return _slot.beneficiary;
    }

    /// @inheritdoc IFees
    function isFeeSigner(address account) public view returns (bool) {
        uint256 from = feeSignerFrom[account];
        return from != 0 && block.timestamp >= from;
    }

    /// @notice Refused: see FeesOwnerNeeded.
    function renounceOwnership() public pure override {
        revert FeesOwnerNeeded();
    }

    /// @dev Whether these fees may be charged now.
    /// @return to who receives them
    /// @return feeSignerApproved whether a fee signer signed these fees of this order
    function _checkFees(bytes32 orderHash, uint256 sellerFee, uint256 buyerFee_, Sig calldata sig)
        internal
        view
        returns (address to, bool feeSignerApproved)
    {
        Slot storage slot = _slot;
        if (slot.paused != 0 && block.timestamp < _pause.until) revert FeesPaused(_pause.until);
        FeeCap.checked(sellerFee);
        FeeCap.checked(buyerFee_);
        feeSignerApproved = !Signatures.isNone(sig);
        if (feeSignerApproved) {
            address signer = Signatures.recover(_buyerFeeDigest(orderHash, buyerFee_, slot.epoch), sig);
            if (!isFeeSigner(signer)) revert FeesSignatureInvalid(signer);
        } else {
            if (buyerFee_ != _defaultFee(slot)) revert FeesBuyerFeeNotDefault(buyerFee_, _defaultFee(slot));
            if (sellerFee < slot.minimumSellerFee) revert FeesSellerFeeBelowMinimum(sellerFee, slot.minimumSellerFee);
        }
        to = slot.beneficiary;
    }

    /// @dev The same for what counts only with a fee signer's signature: over `structHash`, which names the fee epoch.
    /// @return to who receives the fees
    function _checkSignedFees(bytes32 structHash, uint256 sellerFee, uint256 buyerFee_, Sig calldata sig)
        internal
        view
        returns (address to)
    {
        _checkNotPaused();
        FeeCap.checked(sellerFee);
        FeeCap.checked(buyerFee_);
        address signer = Signatures.recover(_hashTypedDataV4(structHash), sig);
        if (!isFeeSigner(signer)) revert FeesSignatureInvalid(signer);
        to = _slot.beneficiary;
    }

    function _checkNotPaused() internal view {
        if (_slot.paused != 0 && block.timestamp < _pause.until) revert FeesPaused(_pause.until);
    }

    function _addFeeSigner(address signer, uint256 from) private {
        if (signer == address(0)) revert FeesSignerZero();
        if (feeSignerFrom[signer] != 0) revert FeesSignerExists(signer);
        feeSignerFrom[signer] = from;
        emit FeeSignerAdded(signer, from);
    }

    function _buyerFeeDigest(bytes32 orderHash, uint256 buyerFee_, uint256 epoch) private view returns (bytes32) {
        return _hashTypedDataV4(keccak256(abi.encode(BUYER_FEE_TYPEHASH, orderHash, buyerFee_, epoch)));
    }

    function _checkDue(uint256 from) private view {
        if (from == 0) revert FeesChangeMissing();
        if (block.timestamp < from) revert FeesChangeNotDue(from);
    }

    function _defaultFee(Slot storage slot) private view returns (uint256) {
        return slot.from != 0 && block.timestamp >= slot.from ? slot.nextFee : slot.fee;
    }

    function _checkBeneficiary(address account) private pure {
        if (account == address(0)) revert FeesBeneficiaryZero();
    }
}
