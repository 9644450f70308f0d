// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {LowLevelCall} from "@openzeppelin/contracts/utils/LowLevelCall.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {AssetTypes} from "../exchange/AssetTypes.sol";
import {Epochs} from "../exchange/Epochs.sol";
import {Asset, OrderKey, Sig} from "../exchange/OrderTypes.sol";
import {Orders} from "../exchange/Orders.sol";
import {Signatures} from "../exchange/Signatures.sol";
import {Fees} from "../fees/Fees.sol";
import {TokenFees} from "../fees/TokenFees.sol";
import {AuctionPayments} from "./AuctionPayments.sol";
import {AuctionOrder, Bid} from "./AuctionTypes.sol";
import {Auctions} from "./Auctions.sol";
import {IAuctionExchange} from "./IAuctionExchange.sol";

/// @notice See IAuctionExchange.
contract AuctionExchange is IAuctionExchange, Fees, AuctionPayments {
    using AssetTypes for uint8;
    using Auctions for AuctionOrder;
    using Epochs for mapping(address owner => uint256);
    using Orders for uint256;

    /// @dev More losing bidders than this are not taken (decision 30).
    uint256 private constant MOST_RECIPIENTS = 200;
    /// @dev Sentinel for `signedLeast`: no least is signed, so only owner and winner may settle.
    uint256 private constant PARTIES_ONLY = type(uint256).max;

    bool private transient _entered;

    /// @dev One bit per sequence number, 256 to a word.
    mapping(address owner => mapping(uint256 word => uint256)) private _spent;
    /// @inheritdoc IAuctionExchange
    mapping(address account => uint256) public epochOf;
    /// @inheritdoc IAuctionExchange
    mapping(address bidder => mapping(bytes32 auction => uint256)) public voidedUpTo;

    modifier guarded() {
        if (_entered) revert AuctionReentered();
        _entered = true;
        _;
        _entered = false;
    }

    constructor(
        address owner_,
        address transferProxy_,
        address beneficiary_,
        address[] memory feeSigners,
        uint256 buyerFee_,
        uint256 minimumSellerFee_
    )
        EIP712("Plinth Auction", "1")
        Fees(owner_, beneficiary_, feeSigners, buyerFee_, minimumSellerFee_)
        AuctionPayments(transferProxy_)
    {}

    /// @inheritdoc IAuctionExchange
    function exchange(
        AuctionOrder calldata order,
        Sig calldata sig,
        uint256 buying,
        Sig calldata buyerSig,
        address[] calldata recipients,
        uint256 buyerFee_,
        Sig calldata buyerFeeSig,
        address buyer
    ) external payable guarded {
        bytes32 auction = order.hash();
        Bid memory bid = Bid(buyer, buying, buyerFee_);
        if (!_isSigned(order.key.owner, auction, sig)) revert AuctionSignatureInvalid(order.key.owner);
        if (!_isSigned(buyer, _hashBid(order, auction, bid), buyerSig)) revert AuctionBidSignatureInvalid(buyer);
        _settle(order, auction, bid, recipients, buyerFeeSig, PARTIES_ONLY);
    }

    /// @inheritdoc IAuctionExchange
    function exchange(
        AuctionOrder calldata order,
        bytes calldata signature,
        uint256 buying,
        bytes calldata buyerSignature,
        address[] calldata recipients,
        uint256 buyerFee_,
        Sig calldata buyerFeeSig,
        address buyer
    ) external payable guarded {
        _settleByBytes(order, signature, Bid(buyer, buying, buyerFee_), buyerSignature, recipients, buyerFeeSig, PARTIES_ONLY);
    }

    /// @inheritdoc IAuctionExchange
    function acceptBid(
        AuctionOrder calldata order,
        bytes calldata signature,
        uint256 buying,
        bytes calldata buyerSignature,
        address[] calldata recipients,
        uint256 buyerFee_,
        Sig calldata buyerFeeSig,
        address buyer,
        uint256 leastProceeds
    ) external guarded {
        // Check
        bool isOwner = msg.sender == order.key.owner;
        if (!isOwner && block.timestamp < order.endTime) revert AuctionNotEnded(order.endTime);
        // Interaction
        Bid memory bid = Bid(buyer, buying, buyerFee_);
        uint256 signedLeast = isOwner ? PARTIES_ONLY : leastProceeds;
        uint256 proceeds = _settleByBytes(order, signature, bid, buyerSignature, recipients, buyerFeeSig, signedLeast);
        if (proceeds < leastProceeds) revert AuctionProceedsBelowLeast(proceeds, leastProceeds);
    }

    /// @inheritdoc IAuctionExchange
    function cancel(OrderKey calldata key) external {
        // Check
        if (msg.sender != key.owner) revert AuctionCallerNotOwner(msg.sender, key.owner);
        // Effect
        _spend(key.owner, key.salt.number());
        emit Cancel(
            key.sellAsset.token, key.sellAsset.tokenId, key.owner, key.buyAsset.token, key.buyAsset.tokenId, key.salt
        );
    }

    /// @inheritdoc IAuctionExchange
    function voidBids(bytes32 auction, uint256 upTo) external {
        // Check
        uint256 voided = voidedUpTo[msg.sender][auction];
        if (upTo <= voided) revert AuctionNothingToVoid(upTo, voided);
        // Effect
        voidedUpTo[msg.sender][auction] = upTo;
        emit BidsVoided(msg.sender, auction, upTo);
    }

    /// @inheritdoc IAuctionExchange
    function endEverything(address account, uint256 epoch) external {
        // Check
        if (msg.sender != _proxy.exchange()) revert AuctionCallerNotExchange(msg.sender);
        // Effect
        epochOf.end(_spent[account], account, epoch);
        emit EverythingEnded(account, epoch);
    }

    /// @inheritdoc IAuctionExchange
    function withdrawTokens(address token) external guarded {
        TokenFees.withdraw(token, beneficiary());
    }

    /// @inheritdoc IAuctionExchange
    function hashAuction(AuctionOrder calldata order) external pure returns (bytes32) {
        return order.hash();
    }

    /// @inheritdoc IAuctionExchange
    function digest(AuctionOrder calldata order) external view returns (bytes32) {
        return _hashTypedDataV4(order.hash());
    }

    /// @inheritdoc IAuctionExchange
    function bidDigest(AuctionOrder calldata order, address bidder, uint256 buying, uint256 buyerFee_) external view returns (bytes32) {
        return _hashTypedDataV4(_hashBid(order, order.hash(), Bid(bidder, buying, buyerFee_)));
    }

    /// @inheritdoc IAuctionExchange
    function settlementDigest(
        AuctionOrder calldata order,
        uint256 buying,
        address buyer,
        address[] calldata recipients,
        uint256 buyerFee_
    ) external view returns (bytes32) {
        Bid memory bid = Bid(buyer, buying, buyerFee_);
        return _hashTypedDataV4(Auctions.hashSettlement(order.hash(), bid, recipients, feeEpoch()));
    }

    /// @inheritdoc IAuctionExchange
    function prepareMessage(AuctionOrder calldata order) external view returns (string memory) {
        return _textOf(order.hash());
    }

    /// @inheritdoc IAuctionExchange
    function prepareBuyerMessage(AuctionOrder calldata order, address bidder, uint256 buying, uint256 buyerFee_)
        external
        view
        returns (string memory)
    {
        return _textOf(_hashBid(order, order.hash(), Bid(bidder, buying, buyerFee_)));
    }

    /// @inheritdoc IAuctionExchange
    function isSpent(address owner_, uint256 salt) external view returns (bool) {
        uint256 number = salt.number();
        return _spent[owner_][number >> 8] & (1 << (number & 0xff)) != 0 || epochOf.isOver(owner_, number);
    }

    function _settleByBytes(
        AuctionOrder calldata order,
        bytes calldata signature,
        Bid memory bid,
        bytes calldata buyerSignature,
        address[] calldata recipients,
        Sig calldata feeSig,
        uint256 signedLeast
    ) private returns (uint256 proceeds) {
        bytes32 auction = order.hash();
        if (!_isApproved(order.key.owner, auction, signature)) revert AuctionSignatureInvalid(order.key.owner);
        if (!_isApproved(bid.bidder, _hashBid(order, auction, bid), buyerSignature)) revert AuctionBidSignatureInvalid(bid.bidder);
        return _settle(order, auction, bid, recipients, feeSig, signedLeast);
    }

    /// @param signedLeast what the owner receives at least by a fee signer's signature, so that any account may settle; or PARTIES_ONLY
    /// @return proceeds what the owner received
    function _settle(
        AuctionOrder calldata order,
        bytes32 auction,
        Bid memory bid,
        address[] calldata recipients,
        Sig calldata feeSig,
        uint256 signedLeast
    ) private returns (uint256 proceeds) {
        address owner_ = order.key.owner;
        // Check
        if (msg.value != 0) revert AuctionValueSent(msg.value);
        _checkTimes(order, bid);
        _checkAssets(order);
        if (bid.bidder == owner_) revert AuctionSelfTrade(owner_);
        if (signedLeast == PARTIES_ONLY && msg.sender != owner_ && msg.sender != bid.bidder) revert AuctionCallerNotParty(msg.sender);
        if (bid.total < order.buying) revert AuctionBidBelowMinimum(bid.total, order.buying);
        uint256 voided = voidedUpTo[bid.bidder][auction];
        if (bid.total <= voided) revert AuctionBidVoid(bid.bidder, voided);
        _checkRecipients(recipients, owner_, bid.bidder);
        bytes32 settlement = Auctions.hashSettlement(auction, bid, recipients, feeEpoch());
        if (signedLeast != PARTIES_ONLY) settlement = Auctions.hashOpenSettlement(settlement, signedLeast);
        address to = _checkSignedFees(settlement, order.sellerFee, bid.buyerFee, feeSig);
        // Effect
        uint256 number = order.key.salt.number();
        if (number >= Epochs.NUMBERS && epochOf.isOver(owner_, number)) revert AuctionSpent(owner_, number);
        _spend(owner_, number);
        _logAuction(order, bid);
        // Interaction
        return _deliver(order, bid, recipients, to);
    }

    function _spend(address owner_, uint256 number) private {
        uint256 bits = _spent[owner_][number >> 8];
        uint256 bit = 1 << (number & 0xff);
        if (bits & bit != 0) revert AuctionSpent(owner_, number);
        _spent[owner_][number >> 8] = bits | bit;
    }

    function _hashBid(AuctionOrder calldata order, bytes32 auction, Bid memory bid) private view returns (bytes32) {
        return order.hashBid(auction, bid, epochOf[bid.bidder]);
    }

    function _logAuction(AuctionOrder calldata order, Bid memory bid) private {
        OrderKey calldata key = order.key;
        emit Auction(
            key.sellAsset.token,
            key.sellAsset.tokenId,
            order.selling,
            key.owner,
            key.buyAsset.token,
            key.buyAsset.tokenId,
            order.buying,
            bid.bidder,
            order.endTime,
            bid.total,
            key.salt
        );
    }

    /// @dev Both forms of a key's signature count: personal_sign settles only what a fee signer approved.
    function _isSigned(address account, bytes32 structHash, Sig memory sig) private view returns (bool) {
        bytes32 digest_ = _hashTypedDataV4(structHash);
        address signer = Signatures.recover(digest_, sig.v, sig.r, sig.s);
        if (signer != account) signer = Signatures.recover(Signatures.personalDigest(digest_), sig.v, sig.r, sig.s);
        return signer == account && signer != address(0);
    }

    function _isApproved(address account, bytes32 structHash, bytes calldata signature) private view returns (bool) {
        if (signature.length == 65) {
            Sig memory sig = Sig(uint8(signature[64]), bytes32(signature[:32]), bytes32(signature[32:64]));
            if (_isSigned(account, structHash, sig)) return true;
        }
        bytes memory data = abi.encodeCall(IERC1271.isValidSignature, (_hashTypedDataV4(structHash), signature));
        (bool ok, bytes32 answer,) = LowLevelCall.staticcallReturn64Bytes(account, data);
        return ok && LowLevelCall.returnDataSize() >= 32 && answer == bytes32(IERC1271.isValidSignature.selector);
    }

    function _textOf(bytes32 structHash) private view returns (string memory) {
        (bytes32 high, bytes32 low) = Signatures.toHex(_hashTypedDataV4(structHash));
        return string(abi.encodePacked(high, low));
    }

    /// @dev Bids are taken from the start to before endTime; from then to before expiredTime the best of them is settled. The
    /// operator decides how far late bids moved the end: it signs no settlement before.
    function _checkTimes(AuctionOrder calldata order, Bid memory bid) private view {
        uint256 salt = order.key.salt;
        if (salt.validFrom() > order.endTime || salt.validUntil() != order.expiredTime) {
            revert AuctionTimesInvalid(salt.validFrom(), order.endTime, order.expiredTime);
        }
        if (block.timestamp < order.endTime) {
            if (bid.total != order.buyNow() || block.timestamp < salt.validFrom()) revert AuctionNotEnded(order.endTime);
        }
        if (block.timestamp >= order.expiredTime) revert AuctionExpired(order.expiredTime);
    }

    function _checkAssets(AuctionOrder calldata order) private pure {
        Asset calldata item = order.key.sellAsset;
        Asset calldata money = order.key.buyAsset;
        if (!item.assetType.isItem() || item.assetType > AssetTypes.ERC721_OLD) {
            revert AuctionItemInvalid(item.token, item.tokenId, item.assetType);
        }
        if (money.assetType != AssetTypes.ERC20 || money.token == address(0) || money.tokenId != 0) {
            revert AuctionMoneyInvalid(money.token, money.tokenId, money.assetType);
        }
        // A payment in the item's own token (ERC-404) may take the item back, which moves first.
        if (money.token == item.token) revert AuctionMoneyInvalid(item.token, 0, AssetTypes.ERC20);
        if (order.selling == 0 || (item.assetType.isSingle() && order.selling != 1)) revert AuctionQuantityInvalid(order.selling);
        if (order.buying == 0) revert AuctionPriceZero();
        if (order.encourage > BPS) revert AuctionEncourageInvalid(order.encourage);
        uint256 terms = order.key.salt.terms();
        // Nothing to check of a plain auction.
        if (terms == 0) return;
        uint256 extension = order.extension();
        if (extension % 300 != 0 || extension > 900 || (order.buyNow() != 0 && order.buyNow() < order.buying)) {
            revert AuctionTermsInvalid(terms);
        }
    }

    function _checkRecipients(address[] calldata recipients, address owner_, address bidder) private pure {
        if (recipients.length > MOST_RECIPIENTS) revert AuctionRecipientsTooMany(recipients.length, MOST_RECIPIENTS);
        address last;
        for (uint256 i; i < recipients.length; ++i) {
            address recipient = recipients[i];
            if (recipient <= last || recipient == owner_ || recipient == bidder) revert AuctionRecipientInvalid(recipient);
            last = recipient;
        }
    }
}
