// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AuctionOrder, Bid} from "../../../src/auction/AuctionTypes.sol";
import {IAuctionExchange} from "../../../src/auction/IAuctionExchange.sol";
import {Asset, OrderKey, Sig} from "../../../src/exchange/OrderTypes.sol";
import {ITransferProxy} from "../../../src/transfer/ITransferProxy.sol";
import {Test} from "../../base/Test.sol";
import {RoyalERC1155} from "../../exchange/invariant/RoyalERC1155.sol";
import {MoodyERC20} from "./MoodyERC20.sol";

/// @notice Auctions one lot after another, and keeps its own books.
contract AuctionHandler is Test {
    uint256 public constant INITIAL_BALANCE = 1e27;
    uint256 private constant LOSERS = 6;
    uint256 private constant END = 1_800_000_000;
    uint256 private constant EXPIRED = END + 3 days;

    /// @dev One settlement, as it is sent.
    struct Sent {
        address caller;
        bytes call;
    }

    IAuctionExchange private auction;
    MoodyERC20 public pay;
    RoyalERC1155 public item;

    uint256 public number = 1;
    bool public isOver;
    bool public isPaused;
    uint256 public settled;
    bool public wasWrong;
    mapping(address account => uint256) public due;
    mapping(address bidder => uint256) public itemsDue;
    mapping(bytes32 bid => uint256) private uses;
    mapping(address bidder => mapping(uint256 number => uint256)) private voided;
    Sent[] private sent;

    constructor(IAuctionExchange auction_, ITransferProxy proxy_) {
        auction = auction_;
        pay = new MoodyERC20();
        item = new RoyalERC1155(carol);
        item.give(alice, 1, 1e9);
        vm.prank(alice);
        item.setApprovalForAll(address(proxy_), true);
        enter(bob, proxy_);
        enter(eve, proxy_);
    }

    function enter(address bidder, ITransferProxy proxy_) private {
        pay.give(bidder, INITIAL_BALANCE);
        due[bidder] = INITIAL_BALANCE;
        vm.prank(bidder);
        pay.approve(address(proxy_), type(uint256).max);
    }

    function settle(uint256 total, uint256 fee, uint256 who, uint256 mask, bool byWinner) external {
        AuctionOrder memory order = current();
        total = bound(total, order.buying / 2, order.buying * 3);
        Bid memory bid = Bid(who % 2 == 0 ? bob : eve, total, bound(fee, 0, 1000));
        address[] memory recipients = losersOf(mask);
        Sent memory one = Sent(byWinner ? bid.bidder : alice, signedCall(order, bid, recipients));
        bool isDue = isDueNow(order, bid, recipients);
        vm.prank(one.caller);
        (bool ok,) = address(auction).call(one.call);
        if (ok != isDue) wasWrong = true;
        if (!ok) return;
        sent.push(one);
        isOver = true;
        ++settled;
        if (++uses[digestOf(order, bid)] != 1) wasWrong = true;
        book(order, bid, recipients);
    }

    /// @dev A seller who refuses stops it, unless the losing bidders get all that is left.
    function isDueNow(AuctionOrder memory order, Bid memory bid, address[] memory recipients) private view returns (bool) {
        if (isOver || isPaused || bid.total < order.buying || bid.total <= voided[bid.bidder][number]) return false;
        (, uint256 rest,) = legsOf(order, bid, recipients);
        return rest == 0 || pay.mood(alice) == 0;
    }

    /// @dev What each of the losing bidders, the seller and the creator get by their moods.
    function legsOf(AuctionOrder memory order, Bid memory bid, address[] memory recipients)
        private
        view
        returns (uint256 share, uint256 rest, uint256 royalty)
    {
        royalty = bid.total / 20;
        rest = bid.total - bid.total * order.sellerFee / 10_000 - royalty;
        uint256 pool = bid.total * order.encourage / 10_000;
        if (recipients.length != 0) share = (pool < rest ? pool : rest) / recipients.length;
        for (uint256 i; i < recipients.length; ++i) {
            if (pay.mood(recipients[i]) == 0) rest -= share;
        }
        if (pay.mood(carol) != 0) (rest, royalty) = (rest + royalty, 0);
    }

    function digestOf(AuctionOrder memory order, Bid memory bid) private view returns (bytes32) {
        return auction.bidDigest(order, bid.bidder, bid.total, bid.buyerFee);
    }

    function again(uint256 which) external {
        if (sent.length == 0) return;
        Sent memory one = sent[which % sent.length];
        vm.prank(one.caller);
        (bool ok,) = address(auction).call(one.call);
        if (ok) wasWrong = true;
    }

    function cancel() external {
        vm.prank(alice);
        try auction.cancel(current().key) {
            if (isOver) wasWrong = true;
            isOver = true;
        } catch {
            if (!isOver) wasWrong = true;
        }
    }

    function voidBids(uint256 upTo, uint256 who) external {
        address bidder = who % 2 == 0 ? bob : eve;
        AuctionOrder memory order = current();
        upTo = bound(upTo, 0, order.buying * 3);
        bytes32 id = auction.hashAuction(order);
        bool isMore = upTo > voided[bidder][number];
        vm.prank(bidder);
        try auction.voidBids(id, upTo) {
            if (!isMore) wasWrong = true;
            voided[bidder][number] = upTo;
        } catch {
            if (isMore) wasWrong = true;
        }
    }

    function nextAuction() external {
        number += 97;
        isOver = false;
    }

    function setMood(uint256 who, uint256 mood) external {
        mood = bound(mood, 0, 2);
        if (who % 8 == 6) pay.setMood(carol, mood);
        else if (who % 8 == 7) pay.setMood(alice, mood / 2);
        else pay.setMood(loser(who % 8), mood);
    }

    function pause(bool on) external {
        vm.prank(operator);
        if (on) auction.pause(1 hours);
        else auction.unpause();
        isPaused = on;
    }

    function loser(uint256 index) public pure returns (address) {
        return address(uint160(0x10_0000 + index));
    }

    /// @dev Terms that follow from the number.
    function current() private view returns (AuctionOrder memory) {
        uint256 seed = uint256(keccak256(abi.encode(number)));
        OrderKey memory key =
            OrderKey(alice, (EXPIRED << 216) | number, Asset(address(item), 1, 2), Asset(address(pay), 0, 1));
        uint256 encourage = seed % 3 == 0 ? 10_000 : (seed >> 8) % 10_001;
        return AuctionOrder(key, 1 + seed % 7, 1000 + (seed >> 16) % 1e20, END, EXPIRED, encourage, (seed >> 128) % 1001);
    }

    function losersOf(uint256 mask) private pure returns (address[] memory list) {
        uint256 count;
        for (uint256 i; i < LOSERS; ++i) {
            count += (mask >> i) & 1;
        }
        list = new address[](count);
        for (uint256 i = LOSERS; i != 0; --i) {
            if ((mask >> (i - 1)) & 1 == 1) list[--count] = loser(i - 1);
        }
    }

    function signedCall(AuctionOrder memory order, Bid memory bid, address[] memory recipients) private view returns (bytes memory) {
        Sig memory sig = signed(ALICE_KEY, auction.digest(order));
        Sig memory bidSig = signed(bid.bidder == bob ? BOB_KEY : EVE_KEY, digestOf(order, bid));
        bytes32 digest = auction.settlementDigest(order, bid.total, bid.bidder, recipients, bid.buyerFee);
        Sig memory word = signed(FEE_KEY, digest);
        return abi.encodeWithSelector(
            bytes4(0x4042316a), order, sig, bid.total, bidSig, recipients, bid.buyerFee, word, bid.bidder
        );
    }

    function book(AuctionOrder memory order, Bid memory bid, address[] memory recipients) private {
        (uint256 share, uint256 rest, uint256 royalty) = legsOf(order, bid, recipients);
        uint256 buyerPart = bid.total * bid.buyerFee / 10_000;
        itemsDue[bid.bidder] += order.selling;
        due[bid.bidder] -= bid.total + buyerPart;
        due[treasury] += bid.total * order.sellerFee / 10_000 + buyerPart;
        due[carol] += royalty;
        due[alice] += rest;
        for (uint256 i; i < recipients.length; ++i) {
            if (pay.mood(recipients[i]) == 0) due[recipients[i]] += share;
        }
    }
}
