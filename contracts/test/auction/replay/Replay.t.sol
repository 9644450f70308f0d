// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IAuctionExchange} from "../../../src/auction/IAuctionExchange.sol";
import {Sig} from "../../../src/exchange/OrderTypes.sol";
import {Signatures} from "../../../src/exchange/Signatures.sol";
import {AuctionBase, Settling} from "../../base/AuctionBase.sol";
import {Wallet} from "../../base/Wallet.sol";

/// @notice Each of 4 places × 5 settlements × 7 kinds of signature, tried on every settlement and in every role at home.
contract AuctionReplayTest is AuctionBase {
    /// Alice and Bob also have an account each that takes their keys' word.
    enum Kind {
        Owner,
        OwnerPersonal,
        OwnerContract,
        Bid,
        BidPersonal,
        BidContract,
        Settlement
    }

    uint256 private constant PLACES = 4;
    uint256 private constant SETTLEMENTS = 5;
    uint256 private constant KINDS = 7;
    bytes4 private constant BY_BYTES = 0x0a0cc5c9;
    bytes4 private constant BY_SIG = 0x4042316a;

    error Outcome(bool passed);

    IAuctionExchange[2] private auctions;
    Wallet private seller;
    Wallet private bidder;

    function setUp() public override {
        super.setUp();
        auctions[0] = auction;
        (auctions[1],) = deployed();
        seller = new Wallet(alice);
        bidder = new Wallet(bob);
        pay.give(address(bidder), INITIAL_BALANCE);
        bidder.act(address(pay), abi.encodeCall(pay.approve, (address(proxy), type(uint256).max)));
        seller.act(address(nft), abi.encodeCall(nft.setApprovalForAll, (address(proxy), true)));
        for (uint256 i; i < SETTLEMENTS; ++i) {
            nft.give(alice, 10 + i);
            nft.give(address(seller), 20 + i);
        }
    }

    /// @dev Five that differ in number, item, minimum or the bid's total alone; unsigned.
    function settlingAt(uint256 index, Kind kind) private view returns (Settling memory s) {
        bool isContracts = kind == Kind.OwnerContract;
        s.order = anAuction(address(nft));
        s.order.key.owner = isContracts ? address(seller) : alice;
        s.order.key.salt = saltOf(index == 1 ? 6 : 5);
        s.order.key.sellAsset.tokenId = (isContracts ? 20 : 10) + (index == 2 ? 1 : 0);
        s.order.buying = index == 3 ? MINIMUM / 2 : MINIMUM;
        s.total = index == 4 ? TOTAL + 1 : TOTAL;
        (s.fee, s.recipients) = (FEE, losers(2));
        s.buyer = kind == Kind.BidContract ? address(bidder) : bob;
        s.caller = s.buyer;
    }

    /// @dev Odd places are another contract, the last two another chain.
    function signature(uint256 place, uint256 index, Kind kind) private returns (Sig memory sig) {
        vm.chainId(place < 2 ? 31337 : 31338);
        IAuctionExchange there = auctions[place % 2];
        Settling memory s = settlingAt(index, kind);
        if (kind == Kind.Settlement) {
            sig = signed(FEE_KEY, there.settlementDigest(s.order, s.total, s.buyer, s.recipients, s.fee));
        } else {
            bool isOwners = kind < Kind.Bid;
            bytes32 digest = isOwners ? there.digest(s.order) : there.bidDigest(s.order, s.buyer, s.total, s.fee);
            if (kind == Kind.OwnerPersonal || kind == Kind.BidPersonal) digest = Signatures.personalDigest(digest);
            sig = signed(isOwners ? ALICE_KEY : BOB_KEY, digest);
        }
        vm.chainId(31337);
    }

    /// @dev Uses `sig` in the role `kind` for the settlement `index` at home, everything else being right; then takes it back.
    function attempt(uint256 index, Kind kind, Sig memory sig) external {
        (bytes memory call, address caller) = callOf(index, kind, sig);
        vm.prank(caller);
        (bool ok,) = address(auction).call(call);
        revert Outcome(ok);
    }

    function callOf(uint256 index, Kind kind, Sig memory sig) private view returns (bytes memory call, address caller) {
        Settling memory s = settlingAt(index, kind);
        resign(s);
        if (kind == Kind.Settlement) s.feeSig = sig;
        else if (kind < Kind.Bid) s.sig = sig;
        else s.bidSig = sig;
        caller = s.caller;
        if (kind != Kind.OwnerContract && kind != Kind.BidContract) {
            call = abi.encodeWithSelector(BY_SIG, s.order, s.sig, s.total, s.bidSig, s.recipients, s.fee, s.feeSig, s.buyer);
        } else {
            bytes memory own = joined(s.sig);
            bytes memory bid = joined(s.bidSig);
            call = abi.encodeWithSelector(BY_BYTES, s.order, own, s.total, bid, s.recipients, s.fee, s.feeSig, s.buyer);
        }
    }

    function passes(uint256 index, Kind kind, Sig memory sig) private returns (bool passed) {
        try this.attempt(index, kind, sig) {}
        catch (bytes memory outcome) {
            vm.assertEq(bytes32(bytes4(outcome)), bytes32(Outcome.selector), "the attempt itself");
            assembly {
                passed := mload(add(outcome, 0x24))
            }
        }
    }

    /// Typed data and personal_sign of a key are one role.
    function isSameRole(Kind kind, Kind role) private pure returns (bool) {
        bool isOwnKey = kind <= Kind.OwnerPersonal && role <= Kind.OwnerPersonal;
        bool isBidKey = (kind == Kind.Bid || kind == Kind.BidPersonal) && (role == Kind.Bid || role == Kind.BidPersonal);
        return kind == role || isOwnKey || isBidKey;
    }

    /// Of one auction's owner it does not matter which bid is settled: the last two settlements are of one auction.
    function isSameThing(Kind kind, uint256 index, uint256 target) private pure returns (bool) {
        bool isOneAuction = (index == 0 || index == 4) && (target == 0 || target == 4);
        return index == target || (kind < Kind.Bid && isOneAuction);
    }

    /// All 140 signatures in all 35 roles: 4,900 attempts, of which 65 are meant to pass.
    function test_EachSignatureIsForOneThing() public {
        uint256 passed;
        for (uint256 place; place < PLACES; ++place) {
            for (uint256 index; index < SETTLEMENTS; ++index) {
                for (uint256 kind; kind < KINDS; ++kind) {
                    passed += tryEverywhere(place, index, Kind(kind), signature(place, index, Kind(kind)));
                }
            }
        }
        vm.assertEq(passed, 65, "the owner's 7, four times by key and once by contract; 5 of a bid the same; 5 settlements");
    }

    function tryEverywhere(uint256 place, uint256 index, Kind kind, Sig memory sig) private returns (uint256 passed) {
        for (uint256 target; target < SETTLEMENTS; ++target) {
            for (uint256 role; role < KINDS; ++role) {
                bool isMeant = place == 0 && isSameRole(kind, Kind(role)) && isSameThing(kind, index, target);
                bool isPassed = passes(target, Kind(role), sig);
                vm.assertEq(isPassed ? 1 : 0, isMeant ? 1 : 0, "passes exactly where it was made for");
                if (isPassed) ++passed;
            }
        }
    }

    /// And not twice, in any role, nor any other bid on the auction.
    function testFuzz_NotTwice(uint256 seed, uint256 other) public {
        Kind kind = Kind(bound(seed, 0, KINDS - 1));
        (bytes memory call, address caller) = callOf(0, kind, signature(0, 0, kind));
        vm.prank(caller);
        (bool ok,) = address(auction).call(call);
        vm.assertTrue(ok, "once");
        vm.prank(caller);
        (ok,) = address(auction).call(call);
        vm.assertTrue(!ok, "not twice");
        address item = nft.ownerOf(kind == Kind.OwnerContract ? 20 : 10);
        vm.prank(item);
        nft.transferFrom(item, kind == Kind.OwnerContract ? address(seller) : alice, kind == Kind.OwnerContract ? 20 : 10);
        kind = kind == Kind.OwnerContract ? kind : Kind(bound(other, uint256(Kind.Bid), KINDS - 1));
        (call, caller) = callOf(4, kind, signature(0, 4, kind));
        vm.prank(caller);
        (ok,) = address(auction).call(call);
        vm.assertTrue(!ok, "nor another bid");
    }
}
