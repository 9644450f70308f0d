// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {LowLevelCall} from "@openzeppelin/contracts/utils/LowLevelCall.sol";
import {ISettlementMint} from "../collection/ISettlementMint.sol";
import {IFees} from "../fees/IFees.sol";
import {IPayouts} from "../fees/IPayouts.sol";
import {TokenFees} from "../fees/TokenFees.sol";
import {IAuctionExchange} from "../auction/IAuctionExchange.sol";
import {ITransferProxy} from "../transfer/ITransferProxy.sol";
import {AssetTypes} from "./AssetTypes.sol";
import {BulkSignatures} from "./BulkSignatures.sol";
import {Criteria} from "./Criteria.sol";
import {Epochs} from "./Epochs.sol";
import {IExchange} from "./IExchange.sol";
import {IExchangeForms} from "./IExchangeForms.sol";
import {ManyFills} from "./ManyFills.sol";
import {Acceptance, Asset, Extra, Fill, Order, Sig} from "./OrderTypes.sol";
import {Orders} from "./Orders.sol";
import {Signatures} from "./Signatures.sol";

/// @notice See IExchangeForms. Code that the exchange delegates to: sender, value, balance and storage are the exchange's.
/// The forms of `exchange` do what the documented form cannot, then delegate to that form.
contract ExchangeModule is IExchangeForms, ManyFills {
    using AssetTypes for uint8;
    using Epochs for mapping(address owner => uint256);
    using Orders for uint256;
    using Orders for Order;

    /// @dev Where the id of the bought asset lies in the bytes of a call of `exchange`.
    uint256 private constant BOUGHT_ID_OFFSET = 0x20 + 4 + 6 * 32;
    /// @dev Where the fifth argument of `mintAtSettlement`, the voucher, lies behind the five words.
    uint256 private constant VOUCHER_OFFSET = 0xa0;

    address private immutable _self = address(this);

    /// @dev Outside the exchange the module has no orders, coin or approvals of its own to act on.
    modifier onlyDelegated() {
        if (address(this) == _self) revert IExchange.ExchangeModuleCalledDirectly();
        _;
    }

    /// @inheritdoc IExchangeForms
    function exchange(
        Order calldata order,
        bytes calldata signature,
        uint256 buyerFee_,
        Sig calldata buyerFeeSig,
        uint256 amount,
        address buyer
    ) external payable onlyDelegated {
        _fillChecked(order, order.hashByTerms(msg.sender), signature, _encodeUnsigned(order, buyerFee_, buyerFeeSig, amount, buyer));
    }

    /// @inheritdoc IExchangeForms
    function exchange(
        Order calldata order,
        Sig calldata sig,
        uint256 buyerFee_,
        Sig calldata buyerFeeSig,
        uint256 amount,
        address buyer,
        bytes calldata voucher
    ) external payable onlyDelegated {
        _mint(order, amount, buyer, voucher);
        _delegateToExchange(_encodeExchange(order, sig, buyerFee_, buyerFeeSig, amount, buyer));
    }

    /// @inheritdoc IExchangeForms
    function exchange(
        Order calldata order,
        bytes calldata signature,
        uint256 buyerFee_,
        Sig calldata buyerFeeSig,
        uint256 amount,
        address buyer,
        bytes calldata voucher
    ) external payable onlyDelegated {
        _mint(order, amount, buyer, voucher);
        _fillChecked(order, order.hashByTerms(msg.sender), signature, _encodeUnsigned(order, buyerFee_, buyerFeeSig, amount, buyer));
    }

    /// @inheritdoc IExchangeForms
    function acceptBid(
        Order calldata order,
        Sig calldata sig,
        uint256 buyerFee_,
        Sig calldata buyerFeeSig,
        uint256 amount,
        address receiver,
        uint256 leastProceeds
    ) external onlyDelegated {
        // Check
        _checkIsBid(order);
        // Interaction
        _leastProceeds = leastProceeds;
        _delegateToExchange(_encodeExchange(order, sig, buyerFee_, buyerFeeSig, amount, receiver));
        _leastProceeds = 0;
    }

    /// @inheritdoc IExchangeForms
    function acceptBid(
        Order calldata order,
        bytes calldata signature,
        uint256 buyerFee_,
        Sig calldata buyerFeeSig,
        uint256 amount,
        address receiver,
        uint256 leastProceeds
    ) external onlyDelegated {
        // Check
        _checkIsBid(order);
        bytes memory data = _encodeUnsigned(order, buyerFee_, buyerFeeSig, amount, receiver);
        // Interaction
        _leastProceeds = leastProceeds;
        _fillChecked(order, order.hashByTerms(msg.sender), signature, data);
        _leastProceeds = 0;
    }

    /// @inheritdoc IExchangeForms
    function acceptCriteriaBid(
        Order calldata order,
        bytes calldata signature,
        uint256 buyerFee_,
        Sig calldata buyerFeeSig,
        uint256 amount,
        address receiver,
        uint256 leastProceeds,
        uint256 tokenId,
        bytes32[] calldata proof
    ) external onlyDelegated {
        // Check
        _checkIsBid(order);
        uint256 terms = order.key.salt.terms();
        if (terms != Orders.CRITERIA) revert IExchange.ExchangeTermsInvalid(terms);
        Asset calldata item = order.key.buyAsset;
        Criteria.check(bytes32(item.tokenId), tokenId, proof);
        bytes memory data = _encodeUnsigned(order, buyerFee_, buyerFeeSig, amount, receiver);
        assembly ("memory-safe") {
            mstore(add(data, BOUGHT_ID_OFFSET), tokenId)
        }
        // Interaction
        _leastProceeds = leastProceeds;
        _fillChecked(order, order.hashCriteriaBid(), signature, data);
        _leastProceeds = 0;
    }

    /// @inheritdoc IExchangeForms
    function acceptBids(Acceptance[] calldata bids, address receiver, uint256 leastFills)
        external
        onlyDelegated
        returns (bool[] memory done)
    {
        return _acceptBids(bids, receiver, leastFills);
    }

    /// @inheritdoc IExchangeForms
    function sweep(Fill[] calldata fills, address buyer, uint256 leastFills)
        external
        payable
        onlyDelegated
        returns (bool[] memory done)
    {
        Extra[] calldata none;
        assembly ("memory-safe") {
            none.offset := 0
            none.length := 0
        }
        return _sweep(fills, none, buyer, leastFills);
    }

    /// @inheritdoc IExchangeForms
    function sweepWith(Fill[] calldata fills, Extra[] calldata extras, address buyer, uint256 leastFills)
        external
        payable
        onlyDelegated
        returns (bool[] memory done)
    {
        // Check
        uint256 from;
        for (uint256 i; i < extras.length; ++i) {
            uint256 line = extras[i].line;
            if (line < from || line >= fills.length) revert IExchange.ExchangeExtraMisplaced(line);
            from = line + 1;
        }
        return _sweep(fills, extras, buyer, leastFills);
    }

    /// @inheritdoc IExchangeForms
    function register(Order calldata order) external onlyDelegated {
        // Check
        if (msg.sender != order.key.owner) revert IExchange.ExchangeCallerNotOwner(msg.sender, order.key.owner);
        uint256 terms = order.key.salt.terms();
        // A private sale has no taker here.
        if (terms == Orders.PRIVATE) revert IExchange.ExchangeTermsInvalid(terms);
        // Effect
        bytes32 orderHash = _hash(order, msg.sender);
        _registered[_hashTypedDataV4(orderHash)] = true;
        emit IExchange.Registered(msg.sender, orderHash, order);
    }

    /// @inheritdoc IExchangeForms
    function cancelMany(uint256[] calldata words, uint256[] calldata masks) external onlyDelegated {
        // Check
        if (words.length != masks.length) revert IExchange.ExchangeLengthsDiffer(words.length, masks.length);
        // Effect
        for (uint256 i; i < words.length; ++i) {
            if (words[i] > type(uint64).max >> 8) revert IExchange.ExchangeWordUnknown(words[i]);
            uint256 bits = _spent[msg.sender][words[i]];
            uint256 added = masks[i] & ~bits;
            if (added == 0) continue;
            _spent[msg.sender][words[i]] = bits | added;
            emit IExchange.CancelMany(msg.sender, words[i], added);
        }
    }

    /// @inheritdoc IExchangeForms
    function endEverything() external onlyDelegated {
        // Effect
        uint256 epoch = Epochs.next(msg.sender, _epoch[msg.sender]);
        _epoch.end(_spent[msg.sender], msg.sender, epoch);
        emit IExchange.EverythingEnded(msg.sender, epoch);
        // Interaction
        address auction = ITransferProxy(IExchange(address(this)).transferProxy()).auction();
        if (auction != address(0)) IAuctionExchange(auction).endEverything(msg.sender, epoch);
    }

    /// @inheritdoc IExchangeForms
    function withdrawTokens(address token) external onlyDelegated guarded {
        TokenFees.withdraw(token, IFees(address(this)).beneficiary());
        // Some chains have their coin as an ERC20, too: what others are owed must stay.
        if (address(this).balance < _totalClaimable) revert IFees.FeesTokenIsCoin(token);
    }

    /// @inheritdoc IExchangeForms
    function digestByTerms(Order calldata order, address taker) external view onlyDelegated returns (bytes32) {
        return _hashTypedDataV4(_hash(order, taker));
    }

    /// @inheritdoc IExchangeForms
    function epochOf(address owner) external view onlyDelegated returns (uint256) {
        return _epoch[owner];
    }

    /// @inheritdoc IExchangeForms
    function isRegistered(Order calldata order) external view onlyDelegated returns (bool) {
        return _registered[_hashTypedDataV4(_hash(order, msg.sender))];
    }

    /// @dev Fills what the maker wants by these bytes, so that the exchange neither hashes nor checks again.
    function _fillChecked(Order calldata order, bytes32 orderHash, bytes calldata signature, bytes memory data) private {
        // Check
        uint256 checks = _checkMaker(order.key.owner, orderHash, signature);
        uint256 state = _state;
        if (state == ENTERED) revert IPayouts.PayoutReentered();
        // Interaction
        _checkedHash = orderHash;
        _state = state | checks;
        _delegateToExchange(data);
    }

    /// @dev A delegated call keeps sender, value and storage.
    function _delegateToExchange(bytes memory data) private {
        if (!LowLevelCall.delegatecallNoReturn(address(this), data)) LowLevelCall.bubbleRevert();
    }

    /// @dev The buyer's coin lies here while the collection runs: no payout, credit or fill in between.
    function _mint(Order calldata order, uint256 amount, address buyer, bytes calldata voucher) private {
        uint256 state = _state;
        if (state == ENTERED) revert IPayouts.PayoutReentered();
        _state = ENTERED;
        _mintFor(order, amount, buyer == address(0) ? msg.sender : buyer, voucher);
        _state = state;
    }

    /// @dev Makes the item of a sale of type 5 for its owner; its collection hands an ERC721, and the first part of an
    /// ERC1155, on to the buyer.
    function _mintFor(Order calldata order, uint256 amount, address to, bytes calldata voucher) private {
        Asset calldata item = order.key.sellAsset;
        if (item.assetType != AssetTypes.MINTED) revert IExchange.ExchangeVoucherUnused(item.assetType);
        bytes4 selector = ISettlementMint.mintAtSettlement.selector;
        bytes memory head = abi.encodeWithSelector(selector, item.tokenId, order.key.owner, to, amount, VOUCHER_OFFSET);
        (bool ok, bytes32 answer, bytes32 second) = LowLevelCall.callReturn64Bytes(item.token, bytes.concat(head, voucher));
        if (!ok) LowLevelCall.bubbleRevert();
        uint256 mintedAs = LowLevelCall.returnDataSize() < 64 ? 0 : uint256(answer);
        bool isDelivered = second == bytes32(uint256(1));
        bool isRight = mintedAs == AssetTypes.ERC721 ? order.selling == 1 && isDelivered : mintedAs == AssetTypes.ERC1155;
        if (!isRight) revert IExchange.ExchangeMintedOtherwise(item.token, mintedAs, order.selling);
        _minted = isDelivered ? DELIVERED : AssetTypes.ERC1155;
    }

    /// @dev Without bytes a registration counts, or what the owner's ERC-1271 contract says to none; else typed data by the owner's
    /// key, its leaf in a tree that was signed, the word of its contract, and last personal_sign.
    /// @return checks bits of the state in which the order is filled
    function _checkMaker(address owner_, bytes32 orderHash, bytes calldata signature) private view returns (uint256 checks) {
        if (BulkSignatures.isBulk(signature)) {
            if (_isTreeApproved(owner_, orderHash, signature)) return MAKER_CHECKED;
            revert IExchange.ExchangeSignatureInvalid(owner_);
        }
        bytes32 digest = _hashTypedDataV4(orderHash);
        if (signature.length == 0 && _registered[digest]) return MAKER_CHECKED;
        if (_isApproved(owner_, digest, signature)) return MAKER_CHECKED;
        if (signature.length == 65) {
            Sig memory sig = _sigOf(signature);
            // Its owner may have delegated (EIP-7702) since, to code that knows no personal_sign.
            if (Signatures.isPersonalBy(owner_, digest, sig.v, sig.r, sig.s)) return MAKER_CHECKED | CHECKED_BY_PERSONAL_SIGN;
        }
        revert IExchange.ExchangeSignatureInvalid(owner_);
    }

    /// @dev Typed data alone: fee signers approve orders, never trees.
    function _isTreeApproved(address owner_, bytes32 orderHash, bytes calldata signature) private view returns (bool) {
        (bytes calldata inner, bytes32 tree) = BulkSignatures.open(signature, orderHash);
        return _isApproved(owner_, _hashTypedDataV4(tree), inner);
    }

    /// @dev Whether the owner's key signed it as typed data, or its contract approves it.
    function _isApproved(address owner_, bytes32 digest, bytes calldata signature) private view returns (bool) {
        if (signature.length == 65) {
            Sig memory sig = _sigOf(signature);
            if (Signatures.isBy(owner_, digest, sig.v, sig.r, sig.s, false)) return true;
        }
        return _isValidErc1271Signature(owner_, digest, signature);
    }

    /// @dev Reads the first word of the answer only.
    function _isValidErc1271Signature(address owner_, bytes32 digest, bytes calldata signature) private view returns (bool) {
        bytes memory data = abi.encodeCall(IERC1271.isValidSignature, (digest, signature));
        (bool ok, bytes32 answer,) = LowLevelCall.staticcallReturn64Bytes(owner_, data);
        return ok && LowLevelCall.returnDataSize() >= 32 && answer == bytes32(IERC1271.isValidSignature.selector);
    }

    /// @dev What its maker signed.
    function _hash(Order calldata order, address taker) private pure returns (bytes32) {
        uint256 terms = order.key.salt.terms();
        if (terms == Orders.PLAIN) return order.hash();
        if (terms == Orders.CRITERIA) return order.hashCriteriaBid();
        if (terms == Orders.PRIVATE) return order.hashPrivateSale(taker);
        revert IExchange.ExchangeTermsInvalid(terms);
    }

    /// @dev The caller of a sale pays.
    function _checkIsBid(Order calldata order) private pure {
        uint8 sellType = order.key.sellAsset.assetType;
        if (sellType.isItem()) revert IExchange.ExchangeBidExpected(sellType);
    }

    function _sigOf(bytes calldata signature) private pure returns (Sig memory) {
        return Sig(uint8(signature[64]), bytes32(signature[:32]), bytes32(signature[32:64]));
    }
}
