// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IAuctionExchange} from "../../../src/auction/IAuctionExchange.sol";
import {Sig} from "../../../src/exchange/OrderTypes.sol";
import {Signatures} from "../../../src/exchange/Signatures.sol";
import {IFees} from "../../../src/fees/IFees.sol";
import {AuctionBase, Settling} from "../../base/AuctionBase.sol";

contract AuctionSignaturesTest is AuctionBase {
    bytes private ownerRefused;
    bytes private bidderRefused;

    function setUp() public override {
        super.setUp();
        ownerRefused = abi.encodeWithSelector(IAuctionExchange.AuctionSignatureInvalid.selector, alice);
        bidderRefused = abi.encodeWithSelector(IAuctionExchange.AuctionBidSignatureInvalid.selector, bob);
    }

    function aSettling() private view returns (Settling memory) {
        return settlingOf(anAuction(address(nft)), losers(2));
    }

    function personal(uint256 key, bytes32 digest) private pure returns (Sig memory) {
        return signed(key, Signatures.personalDigest(digest));
    }

    function test_WhenTheOwnerPersonalSigns() public {
        Settling memory s = aSettling();
        s.sig = personal(ALICE_KEY, auction.digest(s.order));
        settle(s);
        assertOver(s);
    }

    function test_WhenTheBidderPersonalSigns() public {
        Settling memory s = aSettling();
        s.bidSig = personal(BOB_KEY, auction.bidDigest(s.order, s.buyer, s.total, s.fee));
        settle(s);
        assertOver(s);
    }

    function test_WhenBothPersonalSign() public {
        Settling memory s = aSettling();
        s.sig = personal(ALICE_KEY, auction.digest(s.order));
        s.bidSig = personal(BOB_KEY, auction.bidDigest(s.order, s.buyer, s.total, s.fee));
        settle(s);
        assertOver(s);
    }

    /// Only typed data counts for the operator, whose keys are a server's.
    function test_RevertWhen_TheOperatorPersonalSigns() public {
        Settling memory s = aSettling();
        bytes32 digest = auction.settlementDigest(s.order, s.total, s.buyer, s.recipients, s.fee);
        s.feeSig = personal(FEE_KEY, digest);
        (bool ok, bytes memory why) = tried(s);
        vm.assertTrue(!ok && bytes4(why) == IFees.FeesSignatureInvalid.selector, "refused");
    }

    function test_RevertWhen_SIsHigh() public {
        Settling memory s = aSettling();
        Sig memory sig = s.sig;
        s.sig = mirrored(sig);
        settleReverts(s, ownerRefused);
        (s.sig, s.bidSig) = (sig, mirrored(s.bidSig));
        settleReverts(s, bidderRefused);
        resign(s);
        s.feeSig = mirrored(s.feeSig);
        settleReverts(s, abi.encodeWithSelector(IFees.FeesSignatureInvalid.selector, address(0)));
    }

    function test_RevertWhen_ItIsNotSigned() public {
        Settling memory s = aSettling();
        s.sig = none();
        settleReverts(s, ownerRefused);
        resign(s);
        s.bidSig = none();
        settleReverts(s, bidderRefused);
        resign(s);
        s.feeSig = none();
        settleReverts(s, abi.encodeWithSelector(IFees.FeesSignatureInvalid.selector, address(0)));
    }

    /// ecrecover answers zero where it recovers no signer; the zero address may not bid.
    function test_RevertWhen_TheBidderIsZero() public {
        Settling memory s = aSettling();
        (s.buyer, s.bidSig) = (address(0), none());
        s.feeSig = wordOf(FEE_KEY, s);
        settleReverts(s, abi.encodeWithSelector(IAuctionExchange.AuctionBidSignatureInvalid.selector, address(0)));
    }

    function test_RevertWhen_TheOwnerIsZero() public {
        Settling memory s = aSettling();
        (s.order.key.owner, s.caller) = (address(0), bob);
        (s.sig, s.bidSig, s.feeSig) = (none(), bidOf(BOB_KEY, s), wordOf(FEE_KEY, s));
        settleReverts(s, abi.encodeWithSelector(IAuctionExchange.AuctionSignatureInvalid.selector, address(0)));
    }

    function test_RevertWhen_VIsOfAnOldWallet() public {
        Settling memory s = aSettling();
        s.sig.v -= 27;
        settleReverts(s, ownerRefused);
    }

    function testFuzz_RevertWhen_ABitIsFlipped(uint256 which, uint256 bit) public {
        Settling memory s = aSettling();
        bytes32 mask = bytes32(1 << bound(bit, 0, 255));
        which = bound(which, 0, 2);
        if (which == 0) s.sig.r ^= mask;
        if (which == 1) s.bidSig.s ^= mask;
        if (which == 2) s.feeSig.r ^= mask;
        (bool ok,) = tried(s);
        vm.assertTrue(!ok, "refused");
        vm.assertTrue(!auction.isSpent(alice, saltOf(5)), "untouched");
    }

    function test_TheTextsOfTheDigests() public view {
        Settling memory s = aSettling();
        (bytes32 high, bytes32 low) = Signatures.toHex(auction.digest(s.order));
        vm.assertEq(auction.prepareMessage(s.order), string(abi.encodePacked(high, low)), "the owner's");
        (high, low) = Signatures.toHex(auction.bidDigest(s.order, s.buyer, s.total, s.fee));
        vm.assertEq(auction.prepareBuyerMessage(s.order, s.buyer, s.total, s.fee), string(abi.encodePacked(high, low)), "a bidder's");
    }

    function tried(Settling memory s) private returns (bool, bytes memory) {
        vm.prank(s.caller);
        try auction.exchange(s.order, s.sig, s.total, s.bidSig, s.recipients, s.fee, s.feeSig, s.buyer) {
            return (true, "");
        } catch (bytes memory why) {
            return (false, why);
        }
    }
}
