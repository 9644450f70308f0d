// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Fee, SettlementVoucher} from "../../../src/collection/CollectionTypes.sol";
import {ICollection721} from "../../../src/collection/ICollection721.sol";
import {IExchange} from "../../../src/exchange/IExchange.sol";
import {Order, Sig} from "../../../src/exchange/OrderTypes.sol";
import {Signatures} from "../../../src/exchange/Signatures.sol";
import {IExchangeByBytes, IExchangeBySig, IExchangeWithVoucher} from "../../base/IExchangeForms.sol";
import {VoucherBase} from "../../base/VoucherBase.sol";
import {Wallet} from "../../base/Wallet.sol";

/// @notice Each of 4 places × 4 orders × 6 kinds of signature, tried on every order and in every role at home.
contract ReplayTest is VoucherBase {
    enum Kind {
        Typed,
        Personal,
        Fee,
        Contract,
        Settlement,
        Mint
    }

    uint256 private constant PLACES = 4;
    uint256 private constant ORDERS = 4;
    uint256 private constant KINDS = 6;
    uint256 private constant SIGNED_FEE = 100;

    bytes4 private constant BY_SIG = IExchangeBySig.exchange.selector;
    bytes4 private constant BY_BYTES = IExchangeByBytes.exchange.selector;
    bytes4 private constant WITH_VOUCHER = IExchangeWithVoucher.exchange.selector;

    error Outcome(bool passed);

    IExchange[2] private exchanges;
    ICollection721[2] private collections;
    Wallet private wallet;

    function setUp() public override {
        super.setUp();
        exchanges[0] = exchange;
        (exchanges[1],) = deployed();
        collections[0] = single;
        bytes memory args = abi.encode("Plinth", "PLINTH", miner, "ipfs:/", "ipfs:/", operator);
        collections[1] = ICollection721(vm.deployCode("contracts/artifacts/OfficialCollection721.json", args));
        wallet = new Wallet(alice);
        wallet.act(address(nft), abi.encodeCall(nft.setApprovalForAll, (address(proxy), true)));
        for (uint256 i; i < ORDERS; ++i) {
            nft.give(alice, 10 + i);
            nft.give(address(wallet), 20 + i);
        }
    }

    /// @dev Four sales that differ in number, item or price alone.
    function orderOf(uint256 index, Kind kind) private view returns (Order memory order) {
        bool isWallets = kind == Kind.Contract;
        order = aSale();
        order.key.owner = isWallets ? address(wallet) : alice;
        order.key.salt = saltOf(index == 1 ? 6 : 5);
        order.key.sellAsset.tokenId = (isWallets ? 20 : 10) + (index == 2 ? 1 : 0);
        order.buying = index == 3 ? 2 * PRICE : PRICE;
        if (kind == Kind.Settlement) order.key.sellAsset = item(address(single), idOf(index), 5);
    }

    function idOf(uint256 index) private pure returns (uint256) {
        return 70 + index;
    }

    function terms(uint256 index, Sig memory sig) private view returns (SettlementVoucher memory voucher) {
        voucher = SettlementVoucher(new Fee[](0), "/x", 1, block.timestamp + 1 + index, sig);
    }

    /// @dev Odd places are another contract, the last two another chain.
    function signature(uint256 place, uint256 index, Kind kind) private returns (Sig memory sig) {
        vm.chainId(place < 2 ? 31337 : 31338);
        IExchange there = exchanges[place % 2];
        ICollection721 collection = collections[place % 2];
        Order memory order = orderOf(index, kind);
        if (kind == Kind.Typed || kind == Kind.Contract) sig = signed(ALICE_KEY, there.digest(order));
        if (kind == Kind.Personal) sig = signed(ALICE_KEY, Signatures.personalDigest(there.digest(order)));
        if (kind == Kind.Fee) sig = signed(FEE_KEY, there.buyerFeeDigest(there.hashOrder(order), SIGNED_FEE));
        if (kind == Kind.Mint) sig = signed(MINER_KEY, collection.mintDigest(idOf(index), bob));
        if (kind == Kind.Settlement) {
            bytes32 digest = collection.settlementMintDigest(address(there), idOf(index), alice, terms(index, none()));
            sig = signed(MINER_KEY, digest);
        }
        vm.chainId(31337);
    }

    /// @dev Uses `sig` in the role `kind` for the order `index` at home, everything else being right; then takes it back.
    function attempt(uint256 index, Kind kind, Sig calldata sig) external {
        bytes memory call = callOf(index, kind, sig);
        address to = kind == Kind.Mint ? address(single) : address(exchange);
        uint256 fee = kind == Kind.Fee ? SIGNED_FEE : FEE;
        uint256 value = kind == Kind.Mint ? 0 : due(orderOf(index, kind).buying, fee);
        vm.prank(bob);
        (bool ok,) = to.call{value: value}(call);
        revert Outcome(ok);
    }

    function callOf(uint256 index, Kind kind, Sig calldata sig) private view returns (bytes memory) {
        Order memory order = orderOf(index, kind);
        if (kind == Kind.Mint) {
            return abi.encodeCall(ICollection721.mint, (idOf(index), sig.v, sig.r, sig.s, new Fee[](0), "/x"));
        }
        if (kind == Kind.Contract) {
            return abi.encodeWithSelector(BY_BYTES, order, abi.encodePacked(sig.r, sig.s, sig.v), FEE, none(), 1, address(0));
        }
        if (kind == Kind.Settlement) {
            bytes memory voucher = packed(terms(index, sig));
            return abi.encodeWithSelector(WITH_VOUCHER, order, makerSig(ALICE_KEY, order), FEE, none(), 1, address(0), voucher);
        }
        if (kind == Kind.Fee) {
            return abi.encodeWithSelector(BY_SIG, order, makerSig(ALICE_KEY, order), SIGNED_FEE, sig, 1, address(0));
        }
        Sig memory fees = kind == Kind.Personal ? feeSig(FEE_KEY, order, FEE) : none();
        return abi.encodeWithSelector(BY_SIG, order, sig, FEE, fees, 1, address(0));
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

    /// All 96 signatures in all 24 roles: 2,304 attempts, of which 28 are meant to pass.
    function test_EachSignatureIsForOneThing() public {
        uint256 passed;
        for (uint256 place; place < PLACES; ++place) {
            for (uint256 index; index < ORDERS; ++index) {
                for (uint256 kind; kind < KINDS; ++kind) {
                    passed += tryEverywhere(place, index, Kind(kind), signature(place, index, Kind(kind)));
                }
            }
        }
        vm.assertEq(passed, ORDERS * (KINDS + 1), "each at home, and typed data beside a fee signature");
    }

    function tryEverywhere(uint256 place, uint256 index, Kind kind, Sig memory sig) private returns (uint256 passed) {
        for (uint256 target; target < ORDERS; ++target) {
            for (uint256 role; role < KINDS; ++role) {
                bool isMeant = place == 0 && target == index
                    && (role == uint256(kind) || (kind == Kind.Typed && Kind(role) == Kind.Personal));
                bool isPassed = passes(target, Kind(role), sig);
                vm.assertEq(isPassed ? 1 : 0, isMeant ? 1 : 0, "passes exactly where it was made for");
                if (isPassed) ++passed;
            }
        }
    }

    /// And not twice, in any role.
    function testFuzz_NotTwice(uint256 seed) public {
        Kind kind = Kind(bound(seed, 0, KINDS - 1));
        bytes memory call = this.callFor(0, kind, signature(0, 0, kind));
        address to = kind == Kind.Mint ? address(single) : address(exchange);
        uint256 value = kind == Kind.Mint ? 0 : due(PRICE, kind == Kind.Fee ? SIGNED_FEE : FEE);
        vm.prank(bob);
        (bool ok,) = to.call{value: value}(call);
        vm.assertTrue(ok, "once");
        vm.prank(bob);
        (ok,) = to.call{value: value}(call);
        vm.assertTrue(!ok, "not twice");
    }

    function callFor(uint256 index, Kind kind, Sig calldata sig) external view returns (bytes memory) {
        return callOf(index, kind, sig);
    }
}
