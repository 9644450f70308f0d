// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AuctionOrder} from "../../../src/auction/AuctionTypes.sol";
import {IAuctionExchange} from "../../../src/auction/IAuctionExchange.sol";
import {IFullExchange} from "../../../src/exchange/IFullExchange.sol";
import {Sig} from "../../../src/exchange/OrderTypes.sol";
import {ITransferProxy} from "../../../src/transfer/ITransferProxy.sol";
import {AuctionBase, Settling} from "../../base/AuctionBase.sol";

/// @notice Alice auctions and Bob bids; each ends everything at the exchange of the same proxy.
contract EndAuctionsTest is AuctionBase {
    IFullExchange private exchange;

    function setUp() public override {
        super.setUp();
        address[] memory signers = new address[](1);
        signers[0] = feeSigner;
        address predicted = vm.computeCreateAddress(address(this), vm.getNonce(address(this)) + 2);
        bytes memory args = abi.encode(operator, predicted, treasury, signers, FEE, FEE, address(0));
        exchange = IFullExchange(vm.deployCode("contracts/artifacts/Exchange.json", args));
        args = abi.encode(operator, predicted, treasury, signers, FEE, FEE);
        auction = IAuctionExchange(vm.deployCode("contracts/artifacts/AuctionExchange.json", args));
        args = abi.encode(exchange, auction, address(0), address(0));
        proxy = ITransferProxy(vm.deployCode("contracts/artifacts/TransferProxy.json", args));
        approveAll(alice);
        approveAll(bob);
    }

    function end(address account) private returns (uint256 epoch) {
        vm.prank(account);
        exchange.endEverything();
        return auction.epochOf(account);
    }

    function numbered(uint256 salt) private view returns (Settling memory) {
        AuctionOrder memory order = anAuction(address(nft));
        order.key.salt = salt;
        return settlingOf(order, losers(0));
    }

    /// What Bob signs after an end of everything, written out: the bid of before, and the epoch.
    function epochBidOf(Settling memory s, bytes32 bid, uint256 epoch) private view returns (Sig memory) {
        bool isPlain = uint96(s.order.key.salt >> 64) == 0;
        bytes memory asset = "Asset(address token,uint256 tokenId,uint8 assetType)";
        bytes memory fields =
            "(address owner,uint256 salt,uint256 startTime,Asset sellAsset,Asset buyAsset,uint256 selling,uint256 buying,uint256 endTime,uint256 expiredTime,uint256 encourage,uint256 sellerFee";
        bytes memory plain = bytes.concat(
            asset, "Auction", fields, ")Bid(Auction auction,address bidder,uint256 buying,uint256 buyerFee)"
        );
        bytes memory extended = bytes.concat(
            asset,
            "Bid(ExtendedAuction auction,address bidder,uint256 buying,uint256 buyerFee)ExtendedAuction",
            fields,
            ",uint256 extension,uint256 buyNow)"
        );
        bytes32 typeHash = keccak256(bytes.concat("EpochBid(Bid bid,uint256 epoch)", isPlain ? plain : extended));
        return signed(BOB_KEY, digestOf(keccak256(abi.encode(typeHash, bid, epoch))));
    }

    function digestOf(bytes32 structHash) private view returns (bytes32) {
        bytes32 domain = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256("Plinth Auction"),
                keccak256("1"),
                block.chainid,
                auction
            )
        );
        return keccak256(abi.encodePacked("\x19\x01", domain, structHash));
    }

    /// hashStruct(Bid) of Bob's, of a plain auction or an extended one.
    function bidHashOf(Settling memory s) private view returns (bytes32) {
        bool isPlain = uint96(s.order.key.salt >> 64) == 0;
        bytes memory asset = "Asset(address token,uint256 tokenId,uint8 assetType)";
        bytes memory fields =
            "(address owner,uint256 salt,uint256 startTime,Asset sellAsset,Asset buyAsset,uint256 selling,uint256 buying,uint256 endTime,uint256 expiredTime,uint256 encourage,uint256 sellerFee";
        bytes memory plain =
            bytes.concat("Bid(Auction auction,address bidder,uint256 buying,uint256 buyerFee)", asset, "Auction", fields, ")");
        bytes memory extended = bytes.concat(
            "Bid(ExtendedAuction auction,address bidder,uint256 buying,uint256 buyerFee)",
            asset,
            "ExtendedAuction",
            fields,
            ",uint256 extension,uint256 buyNow)"
        );
        bytes32 auctionHash = auction.hashAuction(s.order);
        return keccak256(abi.encode(keccak256(isPlain ? plain : extended), auctionHash, s.buyer, s.total, s.fee));
    }

    function test_EndsAuctionsUnderEveryNumber() public {
        uint256[6] memory numbers = [uint256(0), 5, 1023, 1024, 1 << 24, type(uint64).max];
        Settling[] memory all = new Settling[](12);
        for (uint256 i; i < 12; ++i) {
            uint256 terms = i % 2 == 0 ? 0 : 10 << 88;
            all[i] = numbered(saltOf(numbers[i / 2]) | terms << 64);
            uint256 before = vm.snapshotState();
            settle(all[i]);
            vm.revertToState(before);
        }
        end(alice);
        for (uint256 i; i < 12; ++i) {
            bytes memory why = abi.encodeWithSelector(IAuctionExchange.AuctionSpent.selector, alice, numbers[i / 2]);
            settleReverts(all[i], why);
            vm.assertTrue(auction.isSpent(alice, all[i].order.key.salt), "spent");
        }
    }

    function test_TakesAnAuctionThatIsSignedSince() public {
        uint256 number = end(alice) << 24;
        Settling memory s = numbered(saltOf(number));
        settle(s);
        assertOver(s);
        uint256[2] memory beside = [number - 1, number + (1 << 24)];
        for (uint256 i; i < 2; ++i) {
            settleReverts(
                numbered(saltOf(beside[i])),
                abi.encodeWithSelector(IAuctionExchange.AuctionSpent.selector, alice, beside[i])
            );
        }
    }

    /// In both forms of a key's signature, and as bytes.
    function test_EndsBids() public {
        Settling memory s = numbered(saltOf(5));
        bytes memory text = abi.encodePacked("\x19Ethereum Signed Message:\n64", auction.prepareBuyerMessage(s.order, bob, s.total, s.fee));
        Sig memory personal = signed(BOB_KEY, keccak256(text));
        bytes memory why = abi.encodeWithSelector(IAuctionExchange.AuctionBidSignatureInvalid.selector, bob);
        end(bob);
        settleReverts(s, why);
        vm.expectRevert(why);
        vm.prank(alice);
        auction.acceptBid(s.order, joined(s.sig), s.total, joined(s.bidSig), s.recipients, s.fee, s.feeSig, bob, 0);
        s.bidSig = personal;
        settleReverts(s, why);
    }

    function test_TakesABidThatIsSignedSince() public {
        for (uint256 i; i < 2; ++i) {
            uint256 before = vm.snapshotState();
            Settling memory s = numbered(saltOf(5) | (i == 0 ? 0 : 10 << 152));
            bytes32 bid = bidHashOf(s);
            vm.assertEq(digestOf(bid), auction.bidDigest(s.order, bob, s.total, s.fee), "the plain bid");
            uint256 epoch = end(bob);
            s.bidSig = epochBidOf(s, bid, epoch);
            settle(s);
            assertOver(s);
            vm.revertToState(before);
        }
    }

    function test_WhenTheBidderEndsEverythingAgain() public {
        Settling memory s = numbered(saltOf(5));
        s.bidSig = epochBidOf(s, bidHashOf(s), end(bob));
        end(bob);
        settleReverts(s, abi.encodeWithSelector(IAuctionExchange.AuctionBidSignatureInvalid.selector, bob));
    }

    function test_RevertWhen_TheBidNamesAnEpochThatNeverWas() public {
        Settling memory s = numbered(saltOf(5));
        bytes32 bid = bidHashOf(s);
        for (uint256 epoch; epoch < 2; ++epoch) {
            s.bidSig = epochBidOf(s, bid, epoch);
            settleReverts(s, abi.encodeWithSelector(IAuctionExchange.AuctionBidSignatureInvalid.selector, bob));
        }
    }

    function test_LeavesOtherAccountsAlone() public {
        end(eve);
        Settling memory s = numbered(saltOf(5));
        settle(s);
        assertOver(s);
    }

    function test_RevertWhen_AnotherThanTheExchangeCalls() public {
        address[6] memory callers = [alice, eve, operator, feeSigner, address(proxy), address(auction)];
        for (uint256 i; i < 6; ++i) {
            vm.expectRevert(abi.encodeWithSelector(IAuctionExchange.AuctionCallerNotExchange.selector, callers[i]));
            vm.prank(callers[i]);
            auction.endEverything(alice, 7);
        }
        vm.assertEq(auction.epochOf(alice), 0, "no epoch");
    }
}
